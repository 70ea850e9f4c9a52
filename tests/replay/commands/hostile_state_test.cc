// Recordings in which the state of GL differs from what the calls seem to set. Recorded addresses must not be
// followed even then, and harmless programs must be drawn correctly.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kTexture2d = 0x0DE1, kRgba = 0x1908, kUnsignedByte = 0x1401, kUnsignedInt = 0x1405, kFloat = 0x1406;
constexpr int kArrayBuffer = 0x8892, kElementBuffer = 0x8893, kPackBuffer = 0x88EB, kUnpackBuffer = 0x88EC,
              kStaticDraw = 0x88E4;
constexpr int kPoints = 0, kTriangles = 4, kQuads = 7, kVertexArray = 0x8074, kWriteOnly = 0x88B9, kCompile = 0x1300;
constexpr int kPixelStoreBit = 1, kVertexArrayBit = 2;
// No process has memory at this address, so that using it ends in SIGSEGV. As an offset it is inside every buffer
// below.
constexpr int kAddress = 64;
constexpr std::uint64_t kOther = 0x5593c546fff0;

std::string green_pixels(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += std::string("\0\xFF\0\xFF", 4);
  return bytes;
}

class HostileState : public ProgramTest {
 protected:
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
    scene.trace.call("glBufferData(target, size, data, usage)", {en(target), size, data, en(kStaticDraw)});
  }
  void push(int mask) { scene.trace.call("glPushClientAttrib(mask)", {bits(static_cast<std::uint64_t>(mask))}); }
  void pop() { scene.trace.call("glPopClientAttrib()", {}); }
  void reset(int mask) { scene.trace.call("glClientAttribDefaultEXT(mask)", {bits(static_cast<std::uint64_t>(mask))}); }
  void read_pixels(const Item& pixels) {
    scene.trace.call("glReadPixels(x, y, width, height, format, type, pixels)",
                     {0, 0, 4, 4, en(kRgba), en(kUnsignedByte), pixels});
  }
  void image(const Item& pixels) {
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(kTexture2d), 0, en(kRgba), 4, 4, 0, en(kRgba), en(kUnsignedByte), pixels});
  }
  void draw_elements(const Item& indices) {
    scene.trace.call("glDrawElements(mode, count, type, indices)", {en(kTriangles), 3, en(kUnsignedInt), indices});
  }
  void begin(int mode) { scene.trace.call("glBegin(mode)", {en(mode)}); }
  void end() { scene.trace.call("glEnd()", {}); }
  void destroy(std::uint64_t context) { scene.trace.call("glXDestroyContext(dpy, ctx)", {ptr(0x10), ptr(context)}); }
  void release() { scene.make_current(0, 0); }
  void draw_texture(int name) {
    constexpr int kMinFilter = 0x2801, kNearest = 0x2600;
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), name});
    scene.trace.call("glTexParameteri(target, pname, param)", {en(kTexture2d), en(kMinFilter), kNearest});
    scene.trace.call("glEnable(cap)", {en(kTexture2d)});
    scene.fill({1, 1, 1});
    scene.trace.call("glDisable(cap)", {en(kTexture2d)});
  }

  ApitraceScene scene;
};

TEST_F(HostileState, APackBufferThatPopUnbound) {
  push(kPixelStoreBit);
  buffer(kPackBuffer, 7, 4096, null());
  pop();
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APackBufferThatDefaultsUnbound) {
  buffer(kPackBuffer, 7, 4096, null());
  reset(kPixelStoreBit);
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APackBufferThatPushWithDefaultsUnbound) {
  buffer(kPackBuffer, 7, 4096, null());
  scene.trace.call("glPushClientAttribDefaultEXT(mask)", {bits(kPixelStoreBit)});
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, AnUnpackBufferThatPopUnbound) {
  push(kPixelStoreBit);
  buffer(kUnpackBuffer, 7, 4096, null());
  pop();
  image(ptr(kAddress));
  EXPECT_TRUE(contains((scene.clear(kRedColor), replayed(kRed, {"--no-seek"})), "glTexImage2D x1"));
}

TEST_F(HostileState, AStackThatIsFull) {
  for (int i = 0; i < 40; ++i) {
    bind(kPackBuffer, 0);
    push(kPixelStoreBit);
    buffer(kPackBuffer, 7 + i, 4096, null());
  }
  for (int i = 0; i < 50; ++i) {
    pop();
    read_pixels(ptr(kAddress));
  }
  survives();
}

TEST_F(HostileState, AnElementBufferThatPopUnbound) {
  push(kVertexArrayBit);
  buffer(kElementBuffer, 7, 4096, null());
  buffer(kArrayBuffer, 8, 4096, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(kFloat), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  pop();
  draw_elements(ptr(kAddress));
  survives();
}

TEST_F(HostileState, APopThatGlRefuses) {
  push(kPixelStoreBit);
  buffer(kPackBuffer, 7, 4096, null());
  begin(kTriangles);
  pop();
  end();
  read_pixels(ptr(kAddress));  // this is still an offset
  pop();
  read_pixels(ptr(kAddress));
  survives();
}

TEST_F(HostileState, WritesThroughAMappingThatUnmapEnded) {
  buffer(kPackBuffer, 7, 4 << 20, null());
  push(kPixelStoreBit);
  buffer(kPackBuffer, 8, 4096, null());
  pop();
  scene.trace.call("glMapBuffer(target, access)", {en(kPackBuffer), en(kWriteOnly)}).returns(ptr(0x7f0000000000));
  push(kPixelStoreBit);
  bind(kPackBuffer, 8);
  pop();
  scene.trace.call("glUnmapBuffer(target)", {en(kPackBuffer)});
  scene.trace.call("glDeleteBuffers(n, buffer)", {1, items({7})});
  scene.trace.call("glFinish()", {});
  scene.trace.call("memcpy(dest, src, n)", {ptr(0x7f0000000000), blob(std::string(4096, 'x')), 4096});
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "memcpy x1"));
}

// Harmless programs use the client attribute stack like this.
TEST_F(HostileState, AnUnpackBufferThatPopRestored) {
  buffer(kUnpackBuffer, 7, 4096, blob(std::string(64, '\0') + green_pixels(16) + std::string(4096 - 128, '\0')));
  push(kPixelStoreBit);
  bind(kUnpackBuffer, 0);
  pop();
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 3});
  image(ptr(kAddress));
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

// Mesa goes from the last row to the first, and past it when rows are skipped or clipped.
TEST_F(HostileState, RowsFromTheLastToTheFirst) {
  constexpr int kInvert = 0x8758, kSkipRows = 0x0D03;
  scene.trace.call("glPixelStorei(pname, param)", {en(kInvert), 1});
  read_pixels(blob(std::string(64, '\0')));
  scene.trace.call("glPixelStorei(pname, param)", {en(kSkipRows), 1 << 20});
  read_pixels(blob(std::string(64, '\0')));
  buffer(kPackBuffer, 7, 4096, null());
  read_pixels(ptr(kAddress));
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glReadPixels x1"));
}

TEST_F(HostileState, BinariesThatDriversTrust) {
  constexpr int kMesaBinary = 0x875F, kVertexShader = 0x8B31;
  scene.trace.call("glCreateProgram()", {}).returns(5);
  scene.trace.call("glProgramBinary(program, binaryFormat, binary, length)",
                   {5, en(kMesaBinary), blob(std::string(4096, '\x7F')), 4096});
  scene.trace.call("glCreateShader(type)", {en(kVertexShader)}).returns(6);
  scene.trace.call("glShaderBinary(count, shaders, binaryFormat, binary, length)",
                   {1, items({6}), en(kMesaBinary), blob(std::string(4096, '\x7F')), 4096});
  scene.clear(kRedColor);
  const std::string out = replayed(kRed, {"--no-seek"});
  EXPECT_TRUE(contains(out, "glProgramBinary x1")) << out;
  EXPECT_TRUE(contains(out, "glShaderBinary x1")) << out;
  EXPECT_TRUE(contains(out, "a binary that a driver made")) << out;
}

TEST_F(HostileState, AQueryBufferAndCommandsThatGlDidNotBind) {
  constexpr int kQueryBuffer = 0x9192, kIndirectBuffer = 0x8F3F, kQueryResult = 0x8866;
  scene.trace.call("glGenQueries(n, ids)", {1}).out(1, items({3}));
  buffer(kArrayBuffer, 8, 4096, null());
  begin(kTriangles);
  bind(kQueryBuffer, 8);
  bind(kIndirectBuffer, 8);
  end();
  scene.trace.call("glGetQueryObjectuiv(id, pname, params)", {3, en(kQueryResult), ptr(kAddress)});
  scene.trace.call("glDrawArraysIndirect(mode, indirect)", {en(kTriangles), ptr(kAddress)});
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glDrawArraysIndirect x1"));
}

TEST_F(HostileState, AVertexArrayThatGlDoesNotDelete) {
  buffer(kElementBuffer, 7, 4096, null());
  scene.trace.call("glGenVertexArrays(n, arrays)", {1}).out(1, items({5}));
  scene.trace.call("glBindVertexArray(array)", {5});
  buffer(kArrayBuffer, 8, 4096, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(kFloat), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  begin(kTriangles);
  scene.trace.call("glDeleteVertexArrays(n, arrays)", {1, items({5})});
  end();
  draw_elements(ptr(kAddress));
  survives();
}

TEST_F(HostileState, ABufferThatGlDoesNotDelete) {
  buffer(kUnpackBuffer, 7, 4096, blob(std::string(64, '\0') + green_pixels(16) + std::string(4096 - 128, '\0')));
  scene.trace.call("glNewList(list, mode)", {1, en(kCompile)});
  begin(kTriangles);
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
  scene.trace.call("glDeleteBuffers(n, buffer)", {1, items({7})});
  end();
  scene.trace.call("glGetError()", {}).returns(en(0x0502));
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 3});
  image(ptr(kAddress));
  draw_texture(3);
  replayed(kGreen);
}

TEST_F(HostileState, AnArrayElementInAPrimitiveThatAListBegan) {
  buffer(kArrayBuffer, 8, 48, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(kFloat), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  scene.trace.call("glNewList(list, mode)", {1, en(kCompile)});
  begin(kPoints);
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
  scene.trace.call("glArrayElement(i)", {1 << 29});
  end();
  scene.clear(kRedColor);
  EXPECT_TRUE(contains(replayed(kRed, {"--no-seek"}), "glArrayElement x1"));
}

TEST_F(HostileState, AnArrayThatAnotherContextMadeShorter) {
  scene.context(kOther, ApitraceScene::kContext);
  buffer(kArrayBuffer, 8, 64 << 20, null());
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(kFloat), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  begin(kPoints);
  scene.trace.call("glArrayElement(i)", {0});
  scene.make_current(ApitraceScene::kWindow, kOther);
  buffer(kArrayBuffer, 8, 16, null());
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
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 3});
  image(blob(green_pixels(16)));
  make_heir();
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

TEST_F(HeirOfObjects, DrawsItInTheThirdGenerationToo) {
  constexpr std::uint64_t kThird = 0x5593c546ddd0;
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 3});
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
  buffer(kUnpackBuffer, 7, 4096, null());
  scene.trace.call("glMapBuffer(target, access)", {en(kUnpackBuffer), en(kWriteOnly)}).returns(ptr(0x7f0000000000));
  make_heir();
  scene.trace.call("memcpy(dest, src, n)", {ptr(0x7f0000000000 + kAddress), blob(green_pixels(16)), 64});
  bind(kUnpackBuffer, 7);
  scene.trace.call("glUnmapBuffer(target)", {en(kUnpackBuffer)});
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 3});
  image(ptr(kAddress));
  draw_texture(3);
  EXPECT_FALSE(contains(replayed(kGreen, {"--strict"}), "skipped"));
}

}  // namespace
}  // namespace replay
