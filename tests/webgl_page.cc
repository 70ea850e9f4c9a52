#include "tests/webgl_page.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <tuple>

namespace tests {
namespace {

// The event types as the tracer defines them.
constexpr std::string_view kSignatures[] = {
    "WebGLRenderingContext#getContextAttributes()",
    "WebGLRenderingContext#isContextLost()",
    "WebGLRenderingContext#getSupportedExtensions()",
    "WebGLRenderingContext#getExtension(ascii name, bool result)",
    "WebGLRenderingContext#activeTexture(uint32 texture)",
    "WebGLRenderingContext#attachShader(uint32 program, uint32 shader)",
    "WebGLRenderingContext#bindAttribLocation(uint32 program, uint32 index, utf8 name)",
    "WebGLRenderingContext#bindBuffer(uint32 target, uint32 buffer)",
    "WebGLRenderingContext#bindFramebuffer(uint32 target, uint32 framebuffer)",
    "WebGLRenderingContext#bindRenderbuffer(uint32 target, uint32 renderbuffer)",
    "WebGLRenderingContext#bindTexture(uint32 target, uint32 texture)",
    "WebGLRenderingContext#blendColor(float32 red, float32 green, float32 blue, float32 alpha)",
    "WebGLRenderingContext#blendEquation(uint32 mode)",
    "WebGLRenderingContext#blendEquationSeparate(uint32 modeRGB, uint32 modeAlpha)",
    "WebGLRenderingContext#blendFunc(uint32 sfactor, uint32 dfactor)",
    "WebGLRenderingContext#blendFuncSeparate(uint32 srcRGB, uint32 dstRGB, uint32 srcAlpha, uint32 dstAlpha)",
    "WebGLRenderingContext#bufferData(uint32 target, uint32 size, uint32 usage, uint8[] data)",
    "WebGLRenderingContext#bufferSubData(uint32 target, uint32 offset, uint8[] data)",
    "WebGLRenderingContext#checkFramebufferStatus(uint32 target)",
    "WebGLRenderingContext#clear(uint32 mask)",
    "WebGLRenderingContext#clearColor(float32 red, float32 green, float32 blue, float32 alpha)",
    "WebGLRenderingContext#clearDepth(float32 depth)",
    "WebGLRenderingContext#clearStencil(int32 s)",
    "WebGLRenderingContext#colorMask(uint8 red, uint8 green, uint8 blue, uint8 alpha)",
    "WebGLRenderingContext#compileShader(uint32 shader)",
    "WebGLRenderingContext#compressedTexImage2D(uint32 target, int32 level, uint32 internalformat, int32 "
    "width, int32 height, int32 border, uint8[] data)",
    "WebGLRenderingContext#compressedTexSubImage2D(uint32 target, int32 level, int32 xoffset, int32 yoffset, "
    "int32 width, int32 height, uint32 format, uint8[] data)",
    "WebGLRenderingContext#copyTexImage2D(uint32 target, int32 level, uint32 internalformat, int32 x, int32 "
    "y, int32 width, int32 height, int32 border)",
    "WebGLRenderingContext#copyTexSubImage2D(uint32 target, int32 level, int32 xoffset, int32 yoffset, int32 "
    "x, int32 y, int32 width, int32 height)",
    "WebGLRenderingContext#createBuffer(uint32 buffer)",
    "WebGLRenderingContext#createFramebuffer(uint32 framebuffer)",
    "WebGLRenderingContext#createProgram(uint32 program)",
    "WebGLRenderingContext#createRenderbuffer(uint32 renderbuffer)",
    "WebGLRenderingContext#createShader(uint32 type, uint32 shader)",
    "WebGLRenderingContext#createTexture(uint32 texture)",
    "WebGLRenderingContext#cullFace(uint32 mode)",
    "WebGLRenderingContext#deleteBuffer(uint32 buffer)",
    "WebGLRenderingContext#deleteFramebuffer(uint32 framebuffer)",
    "WebGLRenderingContext#deleteProgram(uint32 program)",
    "WebGLRenderingContext#deleteRenderbuffer(uint32 renderbuffer)",
    "WebGLRenderingContext#deleteShader(uint32 shader)",
    "WebGLRenderingContext#deleteTexture(uint32 texture)",
    "WebGLRenderingContext#depthFunc(uint32 func)",
    "WebGLRenderingContext#depthMask(uint8 flag)",
    "WebGLRenderingContext#depthRange(float32 zNear, float32 zFar)",
    "WebGLRenderingContext#detachShader(uint32 program, uint32 shader)",
    "WebGLRenderingContext#disable(uint32 cap)",
    "WebGLRenderingContext#disableVertexAttribArray(uint8 index)",
    "WebGLRenderingContext#drawArrays(uint32 mode, uint32 first, int32 count)",
    "WebGLRenderingContext#drawElements(uint32 mode, int32 count, uint32 type, uint32 offset)",
    "WebGLRenderingContext#enable(uint32 cap)",
    "WebGLRenderingContext#enableVertexAttribArray(uint8 index)",
    "WebGLRenderingContext#finish()",
    "WebGLRenderingContext#flush()",
    "WebGLRenderingContext#framebufferRenderbuffer(uint32 target, uint32 attachment, uint32 "
    "renderbuffertarget, uint32 renderbuffer)",
    "WebGLRenderingContext#framebufferTexture2D(uint32 target, uint32 attachment, uint32 textarget, uint32 "
    "texture, int32 level)",
    "WebGLRenderingContext#frontFace(uint32 mode)",
    "WebGLRenderingContext#generateMipmap(uint32 target)",
    "WebGLRenderingContext#getActiveAttrib(uint32 program, uint32 index)",
    "WebGLRenderingContext#getActiveUniform(uint32 program, uint32 index)",
    "WebGLRenderingContext#getAttachedShaders(uint32 program)",
    "WebGLRenderingContext#getAttribLocation(uint32 program, utf8 name)",
    "WebGLRenderingContext#getBufferParameter(uint32 target, uint32 pname)",
    "WebGLRenderingContext#getParameter(uint32 pname)",
    "WebGLRenderingContext#getError()",
    "WebGLRenderingContext#getFramebufferAttachmentParameter(uint32 target, uint32 attachment, uint32 pname)",
    "WebGLRenderingContext#getProgramParameter(uint32 program, uint32 pname)",
    "WebGLRenderingContext#getProgramInfoLog(uint32 program)",
    "WebGLRenderingContext#getRenderbufferParameter(uint32 target, uint32 pname)",
    "WebGLRenderingContext#getShaderParameter(uint32 shader, uint32 pname)",
    "WebGLRenderingContext#getShaderPrecisionFormat(uint32 shadertype, uint32 precisiontype)",
    "WebGLRenderingContext#getShaderInfoLog(uint32 shader)",
    "WebGLRenderingContext#getShaderSource(uint32 shader)",
    "WebGLRenderingContext#getTexParameter(uint32 target, uint32 pname)",
    "WebGLRenderingContext#getUniform(uint32 program, uint32 location)",
    "WebGLRenderingContext#getUniformLocation(uint32 program, utf8 name, uint32 value)",
    "WebGLRenderingContext#getVertexAttrib(uint32 index, uint32 pname)",
    "WebGLRenderingContext#getVertexAttribOffset(uint32 index, uint32 pname)",
    "WebGLRenderingContext#hint(uint32 target, uint32 mode)",
    "WebGLRenderingContext#isEnabled(uint32 cap)",
    "WebGLRenderingContext#isBuffer(uint32 type)",
    "WebGLRenderingContext#isFramebuffer(uint32 type)",
    "WebGLRenderingContext#isProgram(uint32 type)",
    "WebGLRenderingContext#isRenderbuffer(uint32 type)",
    "WebGLRenderingContext#isShader(uint32 type)",
    "WebGLRenderingContext#isTexture(uint32 type)",
    "WebGLRenderingContext#lineWidth(float32 width)",
    "WebGLRenderingContext#linkProgram(uint32 program)",
    "WebGLRenderingContext#pixelStorei(uint32 pname, int32 param)",
    "WebGLRenderingContext#polygonOffset(float32 factor, float32 units)",
    "WebGLRenderingContext#readPixels(int32 x, int32 y, int32 width, int32 height, uint32 format, uint32 "
    "type, uint32 size)",
    "WebGLRenderingContext#renderbufferStorage(uint32 target, uint32 internalformat, int32 width, int32 height)",
    "WebGLRenderingContext#sampleCoverage(float32 value, uint8 invert)",
    "WebGLRenderingContext#scissor(int32 x, int32 y, int32 width, int32 height)",
    "WebGLRenderingContext#shaderSource(uint32 shader, utf8 source)",
    "WebGLRenderingContext#stencilFunc(uint32 func, int32 ref, uint32 mask)",
    "WebGLRenderingContext#stencilFuncSeparate(uint32 face, uint32 func, int32 ref, uint32 mask)",
    "WebGLRenderingContext#stencilMask(uint32 mask)",
    "WebGLRenderingContext#stencilMaskSeparate(uint32 face, uint32 mask)",
    "WebGLRenderingContext#stencilOp(uint32 fail, uint32 zfail, uint32 zpass)",
    "WebGLRenderingContext#stencilOpSeparate(uint32 face, uint32 fail, uint32 zfail, uint32 zpass)",
    "WebGLRenderingContext#texImage2D(uint32 target, int32 level, uint32 internalformat, int32 width, int32 "
    "height, int32 border, uint32 format, uint32 type, uint8[] pixels, ascii dataType)",
    "WebGLRenderingContext#texParameterf(uint32 target, uint32 pname, float32 param)",
    "WebGLRenderingContext#texParameteri(uint32 target, uint32 pname, int32 param)",
    "WebGLRenderingContext#texSubImage2D(uint32 target, int32 level, int32 xoffset, int32 yoffset, int32 "
    "width, int32 height, uint32 format, uint32 type, uint8[] pixels, ascii dataType)",
    "WebGLRenderingContext#uniform1f(uint32 location, float32 x)",
    "WebGLRenderingContext#uniform1i(uint32 location, int32 x)",
    "WebGLRenderingContext#uniform2f(uint32 location, float32 x, float32 y)",
    "WebGLRenderingContext#uniform2i(uint32 location, int32 x, int32 y)",
    "WebGLRenderingContext#uniform3f(uint32 location, float32 x, float32 y, float32 z)",
    "WebGLRenderingContext#uniform3i(uint32 location, int32 x, int32 y, int32 z)",
    "WebGLRenderingContext#uniform4f(uint32 location, float32 x, float32 y, float32 z, float32 w)",
    "WebGLRenderingContext#uniform4i(uint32 location, int32 x, int32 y, int32 z, int32 w)",
    "WebGLRenderingContext#uniform1fv(uint32 location, float32[] v)",
    "WebGLRenderingContext#uniform1iv(uint32 location, int32[] v)",
    "WebGLRenderingContext#uniform2fv(uint32 location, float32[] v)",
    "WebGLRenderingContext#uniform2iv(uint32 location, int32[] v)",
    "WebGLRenderingContext#uniform3fv(uint32 location, float32[] v)",
    "WebGLRenderingContext#uniform3iv(uint32 location, int32[] v)",
    "WebGLRenderingContext#uniform4fv(uint32 location, float32[] v)",
    "WebGLRenderingContext#uniform4iv(uint32 location, int32[] v)",
    "WebGLRenderingContext#uniformMatrix2fv(uint32 location, uint8 transpose, float32[] value)",
    "WebGLRenderingContext#uniformMatrix3fv(uint32 location, uint8 transpose, float32[] value)",
    "WebGLRenderingContext#uniformMatrix4fv(uint32 location, uint8 transpose, float32[] value)",
    "WebGLRenderingContext#useProgram(uint32 program)",
    "WebGLRenderingContext#validateProgram(uint32 program)",
    "WebGLRenderingContext#vertexAttrib1f(uint8 indx, float32 x)",
    "WebGLRenderingContext#vertexAttrib1fv(uint8 indx, float32 x)",
    "WebGLRenderingContext#vertexAttrib2f(uint8 indx, float32 x, float32 y)",
    "WebGLRenderingContext#vertexAttrib2fv(uint8 indx, float32 x, float32 y)",
    "WebGLRenderingContext#vertexAttrib3f(uint8 indx, float32 x, float32 y, float32 z)",
    "WebGLRenderingContext#vertexAttrib3fv(uint8 indx, float32 x, float32 y, float32 z)",
    "WebGLRenderingContext#vertexAttrib4f(uint8 indx, float32 x, float32 y, float32 z, float32 w)",
    "WebGLRenderingContext#vertexAttrib4fv(uint8 indx, float32 x, float32 y, float32 z, float32 w)",
    "WebGLRenderingContext#vertexAttribPointer(uint8 indx, int32 size, uint32 type, uint8 normalized, int32 "
    "stride, uint32 offset)",
    "WebGLRenderingContext#viewport(int32 x, int32 y, int32 width, int32 height)",
    "ANGLEInstancedArrays#drawArraysInstancedANGLE(uint32 mode, uint32 first, int32 count, int32 primcount)",
    "ANGLEInstancedArrays#drawElementsInstancedANGLE(uint32 mode, int32 count, uint32 type, uint32 offset, "
    "int32 primcount)",
    "ANGLEInstancedArrays#vertexAttribDivisorANGLE(uint32 index, uint32 divisor)",
    "OESVertexArrayObject#createVertexArrayOES(uint32 arrayObject)",
    "OESVertexArrayObject#deleteVertexArrayOES(uint32 arrayObject)",
    "OESVertexArrayObject#isVertexArrayOES(uint32 arrayObject)",
    "OESVertexArrayObject#bindVertexArrayOES(uint32 arrayObject)",
    "WebGLLoseContext#loseContext()",
    "WebGLLoseContext#restoreContext()",
};

std::string signature_of(std::string_view method) {
  const auto is_it = [&](std::string_view signature) {
    const std::size_t at = signature.find('#') + 1;
    return signature.substr(at, signature.find('(') - at) == method;
  };
  const auto* found = std::find_if(std::begin(kSignatures), std::end(kSignatures), is_it);
  if (found == std::end(kSignatures)) throw std::invalid_argument("WebGL has no " + std::string(method));
  return std::string(*found);
}

template <class T>
WtfArg bytes_of(std::initializer_list<T> numbers) {
  std::string text(numbers.size() * sizeof(T), '\0');
  std::memcpy(text.data(), std::data(numbers), text.size());
  return bytes(text);
}

constexpr const char* kQuadVertex = "attribute vec2 a_p; void main() { gl_Position = vec4(a_p, 0.0, 1.0); }";
constexpr const char* kQuadFragment = "precision mediump float; uniform vec4 u_c; void main() { gl_FragColor = u_c; }";

}  // namespace

WtfArg bytes(std::string_view text) {
  WtfArg list = array({});
  for (const char c : text) list.elements.emplace_back(static_cast<int>(static_cast<unsigned char>(c)));
  return list;
}
WtfArg bytes_of_floats(std::initializer_list<float> numbers) { return bytes_of(numbers); }
WtfArg bytes_of_shorts(std::initializer_list<std::uint16_t> numbers) { return bytes_of(numbers); }

void WebglPage::define(const std::string& signature, const char* event_class, std::uint32_t flags) {
  if (std::find(defined_.begin(), defined_.end(), signature) != defined_.end()) return;
  defined_.push_back(signature);
  trace_.define(signature, event_class, flags);
}

WebglPage& WebglPage::event(std::string_view name, std::vector<WtfArg> args) {
  trace_.event(time_ += 100, name, std::move(args));
  ++events_;
  return *this;
}

WebglPage& WebglPage::call(std::string_view method, std::vector<WtfArg> args) {
  const std::string signature = signature_of(method);
  define(signature, "scope");
  return event(signature.substr(0, signature.find('(')), std::move(args)).event("wtf.scope#leave", {});
}

WebglPage& WebglPage::canvas(int handle, int width, int height, const WtfArg& attributes) {
  define("wtf.webgl#createContext(uint32 handle, any attributes)", "instance");
  return event("wtf.webgl#createContext", {handle, attributes}).set_context(handle, width, height);
}

WebglPage& WebglPage::set_context(int handle, int width, int height) {
  define("wtf.webgl#setContext(uint32 handle, uint32 width, uint32 height)", "instance");
  return event("wtf.webgl#setContext", {handle, width, height});
}

WebglPage& WebglPage::frame(const std::function<void()>& calls) {
  event("wtf.timing#frameStart", {++frames_});
  calls();
  return event("wtf.timing#frameEnd", {frames_});
}

WebglPage& WebglPage::mark(const char* name) { return event("wtf.trace#mark", {name, nullptr}); }

WebglPage& WebglPage::link(int program, const WtfArg& locations) {
  const std::string signature = signature_of("linkProgram");
  define(signature, "scope");
  define("wtf.scope#enterTracing()", "scope", 0x2c);
  event(signature.substr(0, signature.find('(')), {program});
  event("wtf.scope#enterTracing", {}).event("wtf.scope#leave", {});
  if (locations.form != WtfArg::kNull) event("wtf.scope#appendData", {"attributes", locations});
  return event("wtf.scope#leave", {});
}

WebglPage& WebglPage::program(const std::string& vertex, const std::string& fragment, const WtfArg& locations,
                              int handle) {
  call("createProgram", {handle});
  for (const auto& [type, source, shader] :
       {std::tuple(kVertexShader, vertex, handle + 1), std::tuple(kFragmentShader, fragment, handle + 2)}) {
    call("createShader", {type, shader}).call("shaderSource", {shader, source}).call("compileShader", {shader});
    call("attachShader", {handle, shader});
  }
  return link(handle, locations).call("useProgram", {handle});
}

WebglPage& WebglPage::quad() {
  program(kQuadVertex, kQuadFragment, R"({"a_p":0})");
  call("getUniformLocation", {kProgram, "u_c", kColor});
  call("createBuffer", {kQuad}).call("bindBuffer", {kArrayBuffer, kQuad});
  call("bufferData", {kArrayBuffer, 32, kStaticDraw, bytes_of_floats({-1, -1, 1, -1, -1, 1, 1, 1})});
  return call("enableVertexAttribArray", {0}).call("vertexAttribPointer", {0, 2, kFloat, 0, 0, 0});
}

WebglPage& WebglPage::color(double red, double green, double blue) {
  return call("uniform4f", {kColor, red, green, blue, 1});
}

void WebglPage::write(const std::filesystem::path& path, WtfKind kind) {
  const std::vector<std::byte> all = file(kind);
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size()));
}

}  // namespace tests
