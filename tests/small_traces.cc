#include "tests/small_traces.h"

#include <string>
#include <vector>

#include "tests/image_files.h"

namespace tests {
namespace {

std::string u32(std::uint64_t value) { return little_endian(value, 4); }
std::string counted(const std::string& name) { return u32(name.size()) + name; }

void add_extras(Wip15Builder& trace) {
  // struct light { float power[2]; } lights; int kind;
  const std::string tree = u32(2) + u32(2) + counted("lights") + "\x0a" + u32(1) + counted("power") + "\x0b" + u32(2) +
                           counted("") + std::string(1, '\0') + u32(4) + "\x04\x04" + counted("") +
                           std::string(1, '\0') + u32(5) + "\x04\x04" + counted("kind") + "\x07" + u32(6) +
                           std::string(5, '\0');
  trace.declare("glXMakeCurrent(Ptr, UnsignedInt, Ptr) -> Bool").call("glXMakeCurrent", {16, 77, 48}).returns(1);
  trace.extra("replay/glXMakeCurrent/drawable_size", u32(320) + u32(240));
  trace.declare("glLinkProgram(UnsignedInt)").call("glLinkProgram", {3});
  trace.extra("replay/program/vertex_attrib", u32(1) + u32(0) + counted("position"));
  trace.extra("replay/program/uniform", u32(4) + counted("tint"));
  trace.extra("replay/program/uniforms", tree);
  trace.extra("replay/program/uniform_block", u32(1) + u32(0) + counted("Cam"));
  trace.extra("replay/program/subroutine", u32(2) + u32(0x8b30) + counted("shade"));
  trace.extra("replay/program/subroutine_uniform", u32(0) + u32(0x8b30) + counted("mode"));
  trace.declare("glUnmapBuffer(UnsignedInt:g) -> Bool").call("glUnmapBuffer", {0x8892}).returns(1);
  trace.extra("replay/glUnmapBuffer/data_ranged", little_endian(64, 8) + std::string(2000, 'r'),
              loaders::Compression::kLz4);
  trace.call("glUnmapBuffer", {0x8892}).returns(1).extra("replay/glUnmapBuffer/data", std::string(1200, 'w'));
  trace.declare("glXSwapBuffers(Ptr, UnsignedInt)").call("glXSwapBuffers", {16, 77});
}

}  // namespace

ApitraceBuilder small_program(std::uint64_t version) {
  using namespace at;
  ApitraceBuilder trace(version);
  trace.property("process.name", "/usr/bin/small");
  const Item visual = items({structure("XVisualInfo", {ptr(0x51), 33, 0, 24, en(4), 0xff0000, 0xff00, 255, 256, 8})});
  trace.call("glXChooseVisual(dpy, screen, attribList)", {ptr(0x10), 0, items({en(4), en(5), en(12), 24, en(0)})});
  trace.returns(visual);
  trace.call("glXCreateContext(dpy, vis, shareList, direct)", {ptr(0x10), visual, null(), en(1, "Bool")});
  trace.returns(ptr(0x30));
  trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), 77, ptr(0x30)}).returns(en(1, "Bool"));
  trace.call("glViewport(x, y, width, height)", {0, 0, 320, 240}).fake();
  trace.call("glCreateShader(type)", {en(0x8b31)}).returns(1);
  trace.call("glShaderSource(shader, count, string, length)",
             {1, 1, items({"#version 110\nvoid main() {}\n"}), null()});
  trace.call("glBindAttribLocation(program, index, name)", {2, 0, "pos"}).fake();
  trace.call("glLinkProgram(program)", {2});
  trace.call("glGetUniformLocation(program, name)", {2, "tint"}).returns(5);
  trace.call("glUniform4fv(location, count, value)", {5, 1, items({1.0, 0.5, 0.25, 1.0})});
  trace.call("glGenBuffers(n, buffers)", {1}).out(1, items({4}));
  trace.call("glBufferData(target, size, data, usage)", {en(0x8892), 2000, null(), en(0x88e4)});
  trace.call("glMapBuffer(target, access)", {en(0x8892), en(0x88b9)}).returns(ptr(0x7f0010));
  trace.call("memcpy(dest, src, n)", {ptr(0x7f0010), blob(std::string(2000, 'w')), 2000}).fake();
  trace.call("glUnmapBuffer(target)", {en(0x8892)}).returns(en(1, "GLboolean"));
  trace.call("glVertexAttribPointer(index, size, type, normalized, stride, pointer)",
             {0, en(3), en(0x1406), en(0, "GLboolean"), 12, null()});
  trace.call("glTexParameterf(target, pname, param)", {en(0x0de1), en(0x2801), en(0x2600)});
  trace.call("glClear(mask)", {bits(0x4100)});
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(0x10), 77});
  trace.call("glFlush()", {}, Thread{version >= 4 ? 1u : 0u});
  trace.enter("glGetIntegerv(pname, params)", {en(0xd57)});
  return trace;
}

Wip15Builder every_value(Generation generation, bool big_endian_floats) {
  Wip15Builder trace(generation, big_endian_floats);
  trace.group("AccumOp");
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {3, list({1, 200, 70000})});
  trace.declare("fooAll(Void, UnsignedInt, Int, Ptr, Bool, Float, Double, String, Data, FunctionPtr) -> Int");
  trace.call("fooAll", {0, ~0ull >> 1, -70000, 0x7fffdeadbeef, 1, 0.5, -0.1, "text",
                        data("1234567", loaders::Compression::kNone), 0});
  trace.returns(-1);
  trace.declare(
      "fooArrays(Void[], UnsignedInt[]:g, Int[], Ptr[], Bool[], Float[], Double[], String[], Data[], FunctionPtr[])");
  trace.call("fooArrays",
             {list({0, 0}), list({1, 2}), list({-1, 2}), list({0, 16}), list({0, 1}), list({0.5, 1}), list({0.1}),
              list({"a", "", "b"}), list({"x", data("yy", loaders::Compression::kNone)}), list({0})});
  trace.declare("glUniform2fv(Int, Int, Float[])").call("glUniform2fv", {5, 1, list({1.5, -2})});
  trace.declare("glShaderSource(UnsignedInt, Int, String[], Int[])");
  trace.call("glShaderSource", {1, 2, list({"void main", "() {}"}), list({9, -1})});
  trace.declare("glBufferData(UnsignedInt:g, Int, Data, UnsignedInt:g)");
  for (const auto method : {loaders::Compression::kNone, loaders::Compression::kZlib, loaders::Compression::kLz4,
                            loaders::Compression::kZstd}) {
    trace.call("glBufferData", {0x8892, 1500, data(std::string(1500, 'x'), method), 0x88e4});
  }
  if (generation == Generation::kFinal) {
    trace.declare("glTexParameteriv(UnsignedInt, UnsignedInt, Variant)");
    for (const char* type : {"UnsignedInt", "Int", "Ptr", "Bool", "Float", "Double"}) {
      trace.call("glTexParameteriv", {0x0de1, 0x2801, variant(type, 1)});
    }
    trace.call("glTexParameteriv", {0x0de1, 0x2801, variant("Int[]", list({1, 2}))});
    trace.call("glTexParameteriv", {0x0de1, 0x2801, variant("String", "text")});
  }
  add_extras(trace);
  return trace;
}

WtfBuilder small_page(WtfKind kind) {
  WtfBuilder trace;
  trace.define("window#setTimeout(uint32 delay)");
  trace.define(
      "my.ns#all(bool b, int8 i8, uint8 u8, int16 i16, uint16 u16, int32 i32, uint32 u32, float32 f, ascii a, "
      "utf8 s, any x, time32 t, flowId id)");
  trace.define(
      "my.ns#arrays(int8[] i8, uint8[] u8, int16[] i16, uint16[] u16, int32[] i32, uint32[] u32, float32[] f)");
  trace.define("my.ns#work(sequence<unsigned long> list)", "scope");
  trace.event(0, "wtf.zone#create", {1, "Script", "script", "http://test/"});
  trace.event(0, "wtf.zone#create", {2, "Worker", "", ""});
  trace.event(10, "wtf.zone#set", {1});
  trace.event(10, "wtf.scope#leave").event(20, "window#setTimeout", {5});
  trace.event(1000, "wtf.timing#frameStart", {1}).event(1000, "wtf.scope#enter", {"outer"});
  trace.event(
      1100, "my.ns#all",
      {1, -1, 255, -300, 65535, -70000, 3000000000u, 0.25, "ascii", "\xc3\xa9\xe4\xb8\x96", "{\"n\":[1,2]}", 1500, 7});
  trace.event(1100, "my.ns#all", {0, 0, 0, 0, 0, 0, 0, 0, "", "", nullptr, 0, 0});
  trace.event(1200, "my.ns#work", {array({1, 2})});
  trace.event(1200, "wtf.scope#appendData", {"key", "true"});
  trace.next_chunk();
  trace.event(900, "my.ns#arrays",
              {array({-1, 1}), array({1, 2, 3}), array({-2}), array({65535}), array({-70000, 2}), array({4294967295u}),
               array({0.5, 1.5})});
  trace.event(1300, "wtf.zone#set", {2}).event(1300, "wtf.scope#enter", {"elsewhere"});
  trace.event(1300, "wtf.scope#leave").event(1300, "wtf.zone#set", {1});
  trace.event(1400, "wtf.scope#leave").event(1500, "wtf.scope#leave").event(1600, "wtf.timing#frameEnd", {1});
  trace.define("my.ns#late(uint16 a)").event(1700, "my.ns#late", {5});
  if (kind != WtfKind::kLegacy) {
    trace.define("my.ns#chars(char c, wchar w, char[] cs, wchar[] ws)");
    if (kind == WtfKind::kChunked || kind == WtfKind::kJsonChunks || kind == WtfKind::kJsonLines) {
      trace.event(1800, "my.ns#chars", {0xe4, 0x4e16, "\xe4x", array({0x4e16, 0xd83d, 0xde00, 0xd83d})});
    } else {
      trace.event(1800, "my.ns#chars", {"c", "w", "text", "more"});
    }
  }
  trace.define("my.ns#work(uint32 other)", "scope");
  return trace.event(1900, "my.ns#work", {9}).event(1950, "wtf.timing#frameStart", {2});
}

WebglPage painted_page() {
  const std::vector<std::uint8_t> pixels = {255, 0, 0, 100, 0, 255, 0, 255};
  WebglPage page;
  page.canvas(1, 8, 4, R"({"preserveDrawingBuffer":true,"antialias":false})").quad();
  page.call("pixelStorei", {0x9240, 1}).call("pixelStorei", {0x9241, 1}).call("pixelStorei", {0x0cf5, 1});
  page.call("createTexture", {5}).call("bindTexture", {kTexture2d, 5});
  const auto upload = [&](int width, int height, std::uint32_t format, const WtfArg& data, const std::string& kind) {
    page.call("texImage2D", {kTexture2d, 0, format, width, height, 0, format, kUnsignedByte, data, kind});
  };
  upload(1, 2, kRgba, bytes("abcdefgh"), "pixels");
  upload(1, 2, kRgba - 1, bytes("abcdefgh"), "canvas");
  upload(4, 4, kRgba, nullptr, "null");
  upload(2, 1, kRgba, bytes(png_file(pixels)), "image/png");
  upload(16, 8, kRgba, bytes(grey_jpeg_file()), "image/jpeg");
  upload(2, 1, kRgba, bytes(webp_file(pixels)), "image/webp");
  upload(2, 1, kRgba, array({}), "data:image/png;base64," + base64(png_file(pixels)));
  page.call("texSubImage2D", {kTexture2d, 0, 0, 0, 1, 1, kRgba, kUnsignedByte, bytes("wxyz"), "pixels"});
  page.call("createBuffer", {9}).call("bindBuffer", {kElementArrayBuffer, 9});
  page.call("bufferData", {kElementArrayBuffer, 6, kStaticDraw, bytes_of_shorts({0, 1, 2})});
  page.call("bufferSubData", {kElementArrayBuffer, 2, bytes_of_shorts({3})});
  page.frame([&] {
    page.call("clearColor", {1, 0, 0, 1}).call("clear", {kColorBit}).color(0, 1, 0).draw();
    page.call("drawElements", {kTriangles, 3, kUnsignedShort, 0});
    page.call("drawArrays", {kTriangles, 0, 600});
  });
  page.canvas(2, 6, 2).frame([&] { page.call("clear", {kColorBit}); });
  page.set_context(1, 8, 4).call("deleteTexture", {5});
  return page;
}

}  // namespace tests
