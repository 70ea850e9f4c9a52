// Recordings in which the state of GL differs from what the calls seem to set. Recorded addresses must not be
// followed even then, and harmless programs must be drawn correctly.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

// No process has memory at this address, so that using it ends in SIGSEGV. As an offset it is inside every buffer
// below.
constexpr int kAddress = 64;

std::string green_pixels(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += std::string("\0\xFF\0\xFF", 4);
  return bytes;
}

class HostileState : public ProgramTest {
 protected:
  static constexpr std::uint64_t kOther = 0x5593c546fff0;  // a context

  HostileState() { scene.window(8, 8).clear(kRedColor); }

  // Returns the program's messages about the recording. The last frame has to have this colour.
  std::string replayed(Pixel color, const std::vector<std::string>& arguments = {}) {
    scene.swap();
    write("scene.trace", scene.bytes());
    std::vector<std::string> words = {"scene.trace", "--frame", "0", "-o", "frame.png"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    if (outcome.code == 0) {
      EXPECT_EQ(pixel_of(read_png(path("frame.png")), 3, 3), color);
    }
    return outcome.out;
  }
  void survives() {
    scene.clear(kRedColor);
    replayed(kRed, {"--no-seek"});
  }

  void bind(int target, int name) { scene.trace.call("glBindBuffer(target, buffer)", {en(target), name}); }
  void buffer(int target, int name, const Item& size, const Item& data) {
    bind(target, name);
    scene.trace.call("glBufferData(target, size, data, usage)", {en(target), size, data, en(GL_STATIC_DRAW)});
  }
  void push(int mask) { scene.trace.call("glPushClientAttrib(mask)", {bits(static_cast<std::uint64_t>(mask))}); }
  void pop() { scene.trace.call("glPopClientAttrib()", {}); }
  void reset(int mask) { scene.trace.call("glClientAttribDefaultEXT(mask)", {bits(static_cast<std::uint64_t>(mask))}); }
  void read_pixels(const Item& pixels) {
    scene.trace.call("glReadPixels(x, y, width, height, format, type, pixels)",
                     {0, 0, 4, 4, en(GL_RGBA), en(GL_UNSIGNED_BYTE), pixels});
  }
  void image(const Item& pixels) {
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 4, 4, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), pixels});
  }
  void draw_elements(const Item& indices) {
    scene.trace.call("glDrawElements(mode, count, type, indices)", {en(GL_TRIANGLES), 3, en(GL_UNSIGNED_INT), indices});
  }
  void begin(int mode) { scene.trace.call("glBegin(mode)", {en(mode)}); }
  void end() { scene.trace.call("glEnd()", {}); }
  void destroy(std::uint64_t context) { scene.trace.call("glXDestroyContext(dpy, ctx)", {ptr(0x10), ptr(context)}); }
  void release() { scene.make_current(0, 0); }
  void draw_texture(int name) {
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name});
    scene.trace.call("glTexParameteri(target, pname, param)",
                     {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), GL_NEAREST});
    scene.trace.call("glEnable(cap)", {en(GL_TEXTURE_2D)});
    scene.fill({1, 1, 1});
    scene.trace.call("glDisable(cap)", {en(GL_TEXTURE_2D)});
  }

  ApitraceScene scene;
};

TEST_F(HostileState, APackBufferThatPopUnbound) {
  push(GL_CLIENT_PIXEL_STORE_BIT);
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4096, null());
  pop();
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APackBufferThatDefaultsUnbound) {
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4096, null());
  reset(GL_CLIENT_PIXEL_STORE_BIT);
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APackBufferThatPushWithDefaultsUnbound) {
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4096, null());
  scene.trace.call("glPushClientAttribDefaultEXT(mask)", {bits(GL_CLIENT_PIXEL_STORE_BIT)});
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, AnUnpackBufferThatPopUnbound) {
  push(GL_CLIENT_PIXEL_STORE_BIT);
  buffer(GL_PIXEL_UNPACK_BUFFER, 7, 4096, null());
  pop();
  image(ptr(kAddress));
  EXPECT_TRUE(contains((scene.clear(kRedColor), replayed(kRed, {"--no-seek"})), "glTexImage2D x1"));
}

TEST_F(HostileState, AStackThatIsFull) {
  for (int i = 0; i < 40; ++i) {
    bind(GL_PIXEL_PACK_BUFFER, 0);
    push(GL_CLIENT_PIXEL_STORE_BIT);
    buffer(GL_PIXEL_PACK_BUFFER, 7 + i, 4096, null());
  }
  for (int i = 0; i < 50; ++i) {
    pop();
    read_pixels(ptr(kAddress));
  }
  survives();
}

TEST_F(HostileState, AnElementBufferThatPopUnbound) {
  push(GL_CLIENT_VERTEX_ARRAY_BIT);
  buffer(GL_ELEMENT_ARRAY_BUFFER, 7, 4096, null());
  buffer(GL_ARRAY_BUFFER, 8, 4096, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  pop();
  draw_elements(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APopThatGlRefuses) {
  push(GL_CLIENT_PIXEL_STORE_BIT);
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4096, null());
  begin(GL_TRIANGLES);
  pop();
  end();
  read_pixels(ptr(kAddress));  // this is still an offset
  pop();
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, WritesThroughAMappingThatUnmapEnded) {
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4 << 20, null());
  push(GL_CLIENT_PIXEL_STORE_BIT);
  buffer(GL_PIXEL_PACK_BUFFER, 8, 4096, null());
  pop();
  scene.trace.call("glMapBuffer(target, access)", {en(GL_PIXEL_PACK_BUFFER), en(GL_WRITE_ONLY)})
      .returns(ptr(0x7f0000000000));
  push(GL_CLIENT_PIXEL_STORE_BIT);
  bind(GL_PIXEL_PACK_BUFFER, 8);
  pop();
  scene.trace.call("glUnmapBuffer(target)", {en(GL_PIXEL_PACK_BUFFER)});
  scene.trace.call("glDeleteBuffers(n, buffer)", {1, items({7})});
  scene.trace.call("glFinish()", {});
  scene.trace.call("memcpy(dest, src, n)", {ptr(0x7f0000000000), blob(std::string(4096, 'x')), 4096});
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "memcpy x1"));
}

// Harmless programs use the client attribute stack like this.
TEST_F(HostileState, AnUnpackBufferThatPopRestored) {
  buffer(GL_PIXEL_UNPACK_BUFFER, 7, 4096,
         blob(std::string(64, '\0') + green_pixels(16) + std::string(4096 - 128, '\0')));
  push(GL_CLIENT_PIXEL_STORE_BIT);
  bind(GL_PIXEL_UNPACK_BUFFER, 0);
  pop();
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
  image(ptr(kAddress));
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

// Mesa goes from the last row to the first, and past it when rows are skipped or clipped.
TEST_F(HostileState, RowsFromTheLastToTheFirst) {
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_PACK_INVERT_MESA), 1});
  read_pixels(blob(std::string(64, '\0')));
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_PACK_SKIP_ROWS), 1 << 20});
  read_pixels(blob(std::string(64, '\0')));
  buffer(GL_PIXEL_PACK_BUFFER, 7, 4096, null());
  read_pixels(ptr(kAddress));
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glReadPixels x1"));
}

TEST_F(HostileState, BinariesThatDriversTrust) {
  scene.trace.call("glCreateProgram()", {}).returns(5);
  scene.trace.call("glProgramBinary(program, binaryFormat, binary, length)",
                   {5, en(GL_PROGRAM_BINARY_FORMAT_MESA), blob(std::string(4096, '\x7F')), 4096});
  scene.trace.call("glCreateShader(type)", {en(GL_VERTEX_SHADER)}).returns(6);
  scene.trace.call("glShaderBinary(count, shaders, binaryFormat, binary, length)",
                   {1, items({6}), en(GL_PROGRAM_BINARY_FORMAT_MESA), blob(std::string(4096, '\x7F')), 4096});
  scene.clear(kRedColor);
  const std::string out = replayed(kRed, {"--no-seek"});
  EXPECT_TRUE(contains(out, "glProgramBinary x1")) << out;
  EXPECT_TRUE(contains(out, "glShaderBinary x1")) << out;
  EXPECT_TRUE(contains(out, "a binary that a driver made")) << out;
}

TEST_F(HostileState, AQueryBufferAndCommandsThatGlDidNotBind) {
  scene.trace.call("glGenQueries(n, ids)", {1}).out(1, items({3}));
  buffer(GL_ARRAY_BUFFER, 8, 4096, null());
  begin(GL_TRIANGLES);
  bind(GL_QUERY_BUFFER, 8);
  bind(GL_DRAW_INDIRECT_BUFFER, 8);
  end();
  scene.trace.call("glGetQueryObjectuiv(id, pname, params)", {3, en(GL_QUERY_RESULT), ptr(kAddress)});
  scene.trace.call("glDrawArraysIndirect(mode, indirect)", {en(GL_TRIANGLES), ptr(kAddress)});
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glDrawArraysIndirect x1"));
}

TEST_F(HostileState, AVertexArrayThatGlDoesNotDelete) {
  buffer(GL_ELEMENT_ARRAY_BUFFER, 7, 4096, null());
  scene.trace.call("glGenVertexArrays(n, arrays)", {1}).out(1, items({5}));
  scene.trace.call("glBindVertexArray(array)", {5});
  buffer(GL_ARRAY_BUFFER, 8, 4096, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  begin(GL_TRIANGLES);
  scene.trace.call("glDeleteVertexArrays(n, arrays)", {1, items({5})});
  end();
  draw_elements(ptr(kAddress));
  survives();
}

TEST_F(HostileState, ABufferThatGlDoesNotDelete) {
  buffer(GL_PIXEL_UNPACK_BUFFER, 7, 4096,
         blob(std::string(64, '\0') + green_pixels(16) + std::string(4096 - 128, '\0')));
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  begin(GL_TRIANGLES);
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
  scene.trace.call("glDeleteBuffers(n, buffer)", {1, items({7})});
  end();
  scene.trace.call("glGetError()", {}).returns(en(GL_INVALID_OPERATION));
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
  image(ptr(kAddress));
  draw_texture(3);
  replayed(kGreen);
}

TEST_F(HostileState, AnArrayElementInAPrimitiveThatAListBegan) {
  buffer(GL_ARRAY_BUFFER, 8, 48, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  begin(GL_POINTS);
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
  scene.trace.call("glArrayElement(i)", {1 << 29});
  end();
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glArrayElement x1"));
}

TEST_F(HostileState, AnArrayThatAnotherContextMadeShorter) {
  scene.context(kOther, ApitraceScene::kContext);
  buffer(GL_ARRAY_BUFFER, 8, 64 << 20, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  begin(GL_POINTS);
  scene.trace.call("glArrayElement(i)", {0});
  scene.make_current(ApitraceScene::kWindow, kOther);
  buffer(GL_ARRAY_BUFFER, 8, 16, null());
  scene.trace.call("glFinish()", {});
  scene.make_current();
  scene.trace.call("glArrayElement(i)", {5 << 20});
  end();
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glArrayElement x1"));
}

// GL keeps objects as long as the group has a context, even one that has never been current.
class HeirOfObjects : public HostileState {
 protected:
  void make_heir() {
    scene.context(kOther, ApitraceScene::kContext);
    release();
    destroy(ApitraceScene::kContext);
    scene.make_current(ApitraceScene::kWindow, kOther);
  }
};

TEST_F(HeirOfObjects, DrawsTheTexture) {
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
  image(blob(green_pixels(16)));
  make_heir();
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

TEST_F(HeirOfObjects, DrawsItInTheThirdGenerationToo) {
  constexpr std::uint64_t kThird = 0x5593c546ddd0;
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
  image(blob(green_pixels(16)));
  scene.context(kOther, ApitraceScene::kContext).context(kThird, kOther);
  destroy(ApitraceScene::kContext);  // the context is destroyed when it is no longer current
  destroy(kOther);
  release();
  scene.make_current(ApitraceScene::kWindow, kThird);
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

TEST_F(HeirOfObjects, WritesWhatWasMapped) {
  buffer(GL_PIXEL_UNPACK_BUFFER, 7, 4096, null());
  scene.trace.call("glMapBuffer(target, access)", {en(GL_PIXEL_UNPACK_BUFFER), en(GL_WRITE_ONLY)})
      .returns(ptr(0x7f0000000000));
  make_heir();
  scene.trace.call("memcpy(dest, src, n)", {ptr(0x7f0000000000 + kAddress), blob(green_pixels(16)), 64});
  bind(GL_PIXEL_UNPACK_BUFFER, 7);
  scene.trace.call("glUnmapBuffer(target)", {en(GL_PIXEL_UNPACK_BUFFER)});
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
  image(ptr(kAddress));
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

}  // namespace
}  // namespace replay
