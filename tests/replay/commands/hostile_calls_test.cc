// Recordings with calls that the driver or the machine would not survive. Each replay ends with one of the program's
// exit codes, names what it did not do, draws the frame nevertheless, and needs little memory.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "loaders/base/sanitized.h"
#include "replay/base/limits.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class HostileCalls : public ProgramTest {
 protected:
  HostileCalls() { scene.window(8, 8).clear(kRedColor); }

  // Returns the program's messages about the calls so far. They are part of a frame that has to be red.
  std::string replayed(const std::vector<std::string>& arguments = {"--limit", "storage=256M"}) {
    scene.clear(kRedColor).swap();
    write("scene.trace", scene.bytes());
    std::vector<std::string> words = {"scene.trace", "--no-seek", "--frame", "0", "-o", "frame.png"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    if (outcome.code == 0) {
      EXPECT_EQ(pixel_of(read_png(path("frame.png")), 3, 3), kRed);
    }
    EXPECT_TRUE(loaders::kSanitized || outcome.peak_mib < 512) << outcome.peak_mib;
    looked_at_otherwise(arguments);
    return outcome.out;
  }
  // Runs the same calls in other ways: with draws left out, with each command, and with all state of GL read back.
  void looked_at_otherwise(const std::vector<std::string>& arguments) {
    const std::string swap = std::to_string(scene.trace.calls() - 1);
    for (std::vector<std::string> words : std::vector<std::vector<std::string>>{
             {"scene.trace", "--frame", "0", "-o", "seeked.png"},
             {"scene.trace", "--state", swap, "--state-file", "state.json", "--state-pictures", "state"},
             {"scene.trace", "--call", "*/draw", "-o", "draws/"},
             {"bisect", "scene.trace", "--bad", "REPLAY_TEST_SIDE=bad", "-o", "bisected"},
             {"index", "scene.trace", "-o", "scene.index"},
             {"dump", "scene.trace"},
             {"info", "scene.trace"}}) {
      words.insert(words.end(), arguments.begin(), arguments.end());
      const Outcome outcome = run(words);
      EXPECT_TRUE(outcome.code == 0 || outcome.code == 125)
          << words[0] << " " << words[1] << outcome.out << outcome.err;
      const long most = words[1] == "--state" ? 1024 : 512;  // the memory of what is read back is added
      EXPECT_TRUE(loaders::kSanitized || outcome.peak_mib < most) << words[0] << " " << words[1] << outcome.peak_mib;
      if (words[1] != "--frame" || outcome.code != 0) continue;
      EXPECT_EQ(pixel_of(read_png(path("seeked.png")), 3, 3), kRed);
    }
  }
  void expect_skip(const std::string& function, const std::string& why) {
    const std::string out = replayed();
    EXPECT_TRUE(contains(out, "skipped    " + function + " x")) << out;
    EXPECT_TRUE(contains(out, why)) << out;
  }
  void image(int target, std::vector<Item> sizes, const Item& pixels) {
    const bool is_3d = target == GL_TEXTURE_3D;
    std::vector<Item> args = {en(target), 0, en(GL_RGBA)};
    args.insert(args.end(), sizes.begin(), sizes.end());
    for (const Item& item : {Item(0), en(GL_RGBA), en(GL_UNSIGNED_BYTE), pixels}) args.push_back(item);
    const char* signature =
        is_3d ? "glTexImage3D(target, level, internalformat, width, height, depth, border, format, type, pixels)"
              : "glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)";
    if (is_3d)
      scene.trace.call(signature,
                       {args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8], args[9]});
    else scene.trace.call(signature, {args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8]});
  }
  void buffer(int target, int name, const Item& size, const Item& data) {
    scene.trace.call("glBindBuffer(target, buffer)", {en(target), name});
    scene.trace.call("glBufferData(target, size, data, usage)", {en(target), size, data, en(GL_STATIC_DRAW)});
  }

  ApitraceScene scene;
};

// Handlers of derived calls rely on checks that the loader has made.
TEST_F(HostileCalls, ACallThatOnlyLoadersDerive) {
  scene.trace.call("replayUniformLocation(program, name, location)", {0, "color", 1});
  expect_skip("replayUniformLocation", "unknown function");
}

TEST_F(HostileCalls, AHugeTextureOfTenBytes) {
  image(GL_TEXTURE_2D, {16384, 16384}, blob("0123456789"));
  expect_skip("glTexImage2D", "--limit storage");
}

TEST_F(HostileCalls, AHugeTextureOfNothing) {
  image(GL_TEXTURE_2D, {16384, 16384}, null());
  expect_skip("glTexImage2D", "--limit storage");
}

TEST_F(HostileCalls, ManyTexturesOfNothing) {
  for (int name = 1; name <= 64; ++name) {
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name});
    image(GL_TEXTURE_2D, {4096, 4096}, null());
  }
  expect_skip("glTexImage2D", "--limit storage");
}

TEST_F(HostileCalls, ATextureThatTakesTheOldOnesPlace) {
  for (int i = 0; i < 20; ++i) image(GL_TEXTURE_2D, {4096, 4096}, null());
  EXPECT_FALSE(contains(replayed(), "skipped"));
}

TEST_F(HostileCalls, ACubeOfTextures) {
  image(GL_TEXTURE_3D, {2048, 2048, 2048}, null());
  expect_skip("glTexImage3D", "--limit storage");
}

TEST_F(HostileCalls, AnHonestTextureOfAGigabyteIsMade) {
  EXPECT_GE(DriverLimits{}.storage, std::uint64_t{256} << 20);
  EXPECT_LE(DriverLimits{}.storage, std::uint64_t{3} << 30);
  if (DriverLimits{}.storage < std::uint64_t{1100} << 20) GTEST_SKIP() << "this machine does not have enough memory";
  image(GL_TEXTURE_2D, {16384, 16384}, null());
  scene.swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = run({"scene.trace", "--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST_F(HostileCalls, ALimitThatIsReachedIsReportedAtOnce) {
  image(GL_TEXTURE_2D, {16384, 16384}, null());
  scene.swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = run({"scene.trace", "--strict", "--limit", "storage=64M"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "glTexImage2D needs more memory than --limit storage=67108864 allows"))
      << outcome.err;
}

TEST_F(HostileCalls, LimitsCanBeChanged) {
  image(GL_TEXTURE_2D, {16384, 16384}, null());
  image(GL_TEXTURE_2D, {8192, 4096}, null());
  EXPECT_TRUE(contains(replayed({"--limit", "storage=64M"}), "glTexImage2D x2"));
}

TEST_F(HostileCalls, AnUnknownLimitIsWrongUsage) {
  write("scene.trace", scene.bytes());
  EXPECT_EQ(run({"scene.trace", "--limit", "patience=3"}).code, 2);
  EXPECT_EQ(run({"scene.trace", "--limit", "storage=lots"}).code, 2);
}

TEST_F(HostileCalls, ABufferOfATerabyte) {
  buffer(GL_ARRAY_BUFFER, 7, Item(std::uint64_t{1} << 40), null());
  expect_skip("glBufferData", "--limit storage");
}

TEST_F(HostileCalls, TwoBillionTextureNames) {
  scene.trace.call("glGenTextures(n, textures)", {Item(std::int64_t{0x7FFFFFFF})}).out(1, items({5, 6}));
  expect_skip("glGenTextures", "--limit objects");
}

TEST_F(HostileCalls, TwoBillionListNames) {
  scene.trace.call("glGenLists(range)", {Item(std::int64_t{0x7FFFFFFF})}).returns(3);
  expect_skip("glGenLists", "--limit objects");
}

TEST_F(HostileCalls, AShaderWithMoreStringsThanThereAre) {
  scene.trace.call("glCreateShader(type)", {en(GL_VERTEX_SHADER)}).returns(4);
  scene.trace.call("glShaderSource(shader, count, string, length)",
                   {4, 1000000, items({text("void main() {}")}), null()});
  expect_skip("glShaderSource", "shorter than GL would read");
}

TEST_F(HostileCalls, IndicesPastTheArrayInABuffer) {
  buffer(GL_ARRAY_BUFFER, 7, 36, blob(std::string(36, '\0')));
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  buffer(GL_ELEMENT_ARRAY_BUFFER, 8, 12, blob(std::string(12, '\x7F')));
  scene.trace.call("glDrawElements(mode, count, type, indices)", {en(GL_TRIANGLES), 3, en(GL_UNSIGNED_INT), null()});
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(GL_TRIANGLES), 3000, en(GL_UNSIGNED_INT), ptr(1 << 30)});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0x40000000, 300});
  replayed();  // the driver checks the size of its buffers
}

TEST_F(HostileCalls, IndicesPastTheArrayInClientMemory) {
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, blob(std::string(36, '\0'))});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(GL_TRIANGLES), 3, en(GL_UNSIGNED_SHORT), blob(std::string(6, '\x7F'))});
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(GL_TRIANGLES), 3000, en(GL_UNSIGNED_SHORT), blob("012345")});
  expect_skip("glDrawElements", "shorter than GL would read");
}

TEST_F(HostileCalls, IndicesPastTheArrayInADisplayList) {
  buffer(GL_ARRAY_BUFFER, 7, 36, blob(std::string(36, '\0')));
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0, 3});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0x10000000, 3});
  scene.trace.call("glEndList()", {});
  const std::string out = replayed();
  EXPECT_TRUE(contains(out, "glDrawArrays x1: recorded data is shorter")) << out;
}

TEST_F(HostileCalls, AnArrayElementPastTheArray) {
  buffer(GL_ARRAY_BUFFER, 7, 36, blob(std::string(36, '\0')));
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  scene.trace.call("glBegin(mode)", {en(GL_TRIANGLES)});
  for (const int index : {0, 1, 2, 0x10000000, -5}) scene.trace.call("glArrayElement(i)", {index});
  scene.trace.call("glEnd()", {});
  const std::string out = replayed();
  EXPECT_TRUE(contains(out, "glArrayElement x2: recorded data is shorter")) << out;
}

TEST_F(HostileCalls, AnArrayThatLostItsBuffer) {
  buffer(GL_ARRAY_BUFFER, 7, 36, blob(std::string(36, '\0')));
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, null()});
  scene.trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
  scene.trace.call("glDeleteBuffers(n, buffer)", {1, items({7})});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0, 300});
  replayed();
}

TEST_F(HostileCalls, AnUnpackBufferThatEndsTooEarly) {
  buffer(GL_PIXEL_UNPACK_BUFFER, 9, 64, null());
  image(GL_TEXTURE_2D, {256, 256}, ptr(32));
  const std::string out = replayed();
  EXPECT_TRUE(contains(out, "glTexImage2D x1: GL_INVALID_OPERATION")) << out;
}

TEST_F(HostileCalls, AnAddressInPlaceOfAnOffset) {
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(GL_TRIANGLES), 3, en(GL_UNSIGNED_SHORT), ptr(0x7fff12345678)});
  expect_skip("glDrawElements", "an address in place of an offset or of recorded memory");
}

// GL refuses to bind a buffer inside glBegin. Later calls must not be treated as if the buffer were bound.
TEST_F(HostileCalls, AnUnpackBufferThatWasNotBound) {
  scene.trace.call("glBegin(mode)", {en(GL_TRIANGLES)});
  scene.trace.call("glBindBuffer(target, buffer)", {en(GL_PIXEL_UNPACK_BUFFER), 9});
  scene.trace.call("glEnd()", {});
  image(GL_TEXTURE_2D, {64, 64}, ptr(0x12345678));
  expect_skip("glTexImage2D", "an address in place of");
}

TEST_F(HostileCalls, ARowLengthThatWasNotSet) {
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_UNPACK_ROW_LENGTH), 100000});
  scene.trace.call("glBegin(mode)", {en(GL_TRIANGLES)});
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_UNPACK_ROW_LENGTH), 0});
  scene.trace.call("glEnd()", {});
  image(GL_TEXTURE_2D, {64, 512}, blob(std::string(4 * 64 * 512, 'p')));
  expect_skip("glTexImage2D", "shorter than GL would read");
}

TEST_F(HostileCalls, AMemcpyOutsideItsRegion) {
  buffer(GL_ARRAY_BUFFER, 7, 64, null());
  scene.trace
      .call("glMapBufferRange(target, offset, length, access)", {en(GL_ARRAY_BUFFER), 16, 16, en(GL_MAP_WRITE_BIT)})
      .returns(ptr(0x500000));
  const std::string far(1 << 20, 'x');
  for (const std::uint64_t address : {0x500008, 0x500010 + 1, 0x4FFFFF, 0x600000}) {
    scene.trace.call("memcpy(dest, src, n)", {ptr(address), blob(far), Item(std::uint64_t{1} << 40)}).fake();
  }
  scene.trace.call("glUnmapBuffer(target)", {en(GL_ARRAY_BUFFER)}).returns(en(1));
  scene.trace.call("memcpy(dest, src, n)", {ptr(0x500000), blob(far), 16}).fake();
  expect_skip("memcpy", "an address in place of");
}

TEST_F(HostileCalls, AnInstancedDrawThatTakesHours) {
  scene.trace.call("glDrawArraysInstanced(mode, first, count, instancecount)", {en(GL_TRIANGLES), 0, 100000, 100000});
  expect_skip("glDrawArraysInstanced", "would take longer");
}

TEST_F(HostileCalls, AMeshOfBillions) {
  scene.trace.call("glEvalMesh2(mode, i1, i2, j1, j2)", {en(GL_FILL), 0, 1000000, 0, 1000000});
  expect_skip("glEvalMesh2", "would take longer");
}

// A file of a few kilobytes makes 2^63 draws.
TEST_F(HostileCalls, ListsThatCallListsTwiceEach) {
  for (int list = 1; list <= 60; ++list) {
    scene.trace.call("glNewList(list, mode)", {list, en(GL_COMPILE)});
    if (list == 1) scene.trace.call("glRectf(x1, y1, x2, y2)", {0.0, 0.0, 0.0, 0.0});
    for (int twice = 0; list > 1 && twice < 2; ++twice) scene.trace.call("glCallList(list)", {list - 1});
    scene.trace.call("glEndList()", {});
  }
  scene.trace.call("glCallList(list)", {60});
  expect_skip("glCallList", "would take longer");
}

TEST_F(HostileCalls, AListThatCallsItself) {
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  for (int twice = 0; twice < 2; ++twice) scene.trace.call("glCallList(list)", {1});
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
  expect_skip("glCallList", "would take longer");
}

// Each context takes five bytes in the file and 2.5 MiB in the driver.
TEST_F(HostileCalls, AThousandContexts) {
  for (std::uint64_t i = 1; i <= 1000; ++i) scene.context(0x1000 + i).make_current(ApitraceScene::kWindow, 0x1000 + i);
  scene.make_current();
  const std::string out = replayed();
  EXPECT_TRUE(
      contains(out, "skipped    glXMakeCurrent x873: more contexts at the same time than --limit contexts allows"))
      << out;
}

TEST_F(HostileCalls, AThousandContextsThatAreDestroyed) {
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    scene.context(0x1000 + i).make_current(ApitraceScene::kWindow, 0x1000 + i).make_current(0, 0);
    scene.trace.call("glXDestroyContext(dpy, ctx)", {ptr(0x10), ptr(0x1000 + i)});
  }
  scene.make_current();
  EXPECT_FALSE(contains(replayed({"--limit", "contexts=2"}), "skipped"));
}

// The calls after the refused one must not go to the context that was current before.
TEST_F(HostileCalls, AContextTooManyIsNotReplacedByAnother) {
  scene.context(0x1001).make_current(ApitraceScene::kWindow, 0x1001).clear(kBlueColor).make_current();
  const std::string out = replayed({"--limit", "contexts=1"});
  EXPECT_TRUE(contains(out, "skipped    glXMakeCurrent x1: more contexts")) << out;
  EXPECT_TRUE(contains(out, "skipped    glClear x1: no context is current (first")) << out;
}

TEST_F(HostileCalls, AWindowOfAGigabyte) {
  ApitraceScene large;
  large.window(16384, 16384).clear(kRedColor).swap();
  write("large.trace", large.bytes());
  const Outcome outcome = run({"large.trace", "--limit", "storage=256M"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "a window of 16384x16384 is larger than --limit window")) << outcome.err;
  EXPECT_TRUE(loaders::kSanitized || outcome.peak_mib < 512) << outcome.peak_mib;
}

// llvmpipe ends a loop after 65536 iterations, so the test needs many vertices as well.
TEST_F(HostileCalls, AShaderThatNeverEndsIsLeftToTheTimeOut) {
  scene.trace.call("glCreateShader(type)", {en(GL_VERTEX_SHADER)}).returns(4);
  scene.trace.call("glShaderSource(shader, count, string, length)",
                   {4, 1,
                    items({text("uniform int zero; void main() { float x = 0.; while (zero == 0) x += sin(x + .1); "
                                "gl_Position = vec4(x); }")}),
                    null()});
  scene.trace.call("glCompileShader(shader)", {4});
  scene.trace.call("glCreateProgram()", {}).returns(5);
  scene.trace.call("glAttachShader(program, shader)", {5, 4});
  scene.trace.call("glLinkProgram(program)", {5});
  scene.trace.call("glUseProgram(program)", {5});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0, 3000000});
  scene.swap();
  write("endless.trace", scene.bytes());
  const Outcome outcome = run({"endless.trace", "--timeout", "3"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
}

// GL is not inside glBegin then. The array that is enabled after it is tracked, and has no storage.
TEST_F(HostileCalls, AnArrayThatIsEnabledAfterARefusedBegin) {
  constexpr int kNoMode = 0x1234;
  scene.trace.call("glArrayElement(i)", {0});
  scene.trace.call("glBegin(mode)", {en(kNoMode)});
  scene.trace.call("glEnableClientState(array)", {en(GL_EDGE_FLAG_ARRAY)});
  scene.trace.call("glArrayElement(i)", {0}).call("glEnd()", {});
  scene.trace.call("glDisableClientState(array)", {en(GL_EDGE_FLAG_ARRAY)});
  replayed();
}

TEST_F(HostileCalls, ALostContextEndsTheReplay) {
  for (int frame = 0; frame < 3; ++frame) {
    scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0, 3});
    scene.swap();
  }
  write("scene.trace", scene.bytes());
  const Outcome outcome = run_with(broken("lost=2"), {"scene.trace", "--frame", "0-", "-o", "frames/"});
  EXPECT_EQ(outcome.code, 125) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "lost the GL context (GL_GUILTY_CONTEXT_RESET)")) << outcome.err;
  EXPECT_TRUE(exists("frames/frame_0000.png"));
  EXPECT_FALSE(exists("frames/frame_0001.png")) << "there must be no picture of what was not drawn";
}

}  // namespace
}  // namespace replay
