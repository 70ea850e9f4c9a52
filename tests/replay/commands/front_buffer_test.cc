// Front and back buffer of double-buffered windows without a display, where surfaces have only one buffer.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class FrontBuffers : public ProgramTest {
 public:
  FrontBuffers() { scene.window(8, 8); }

  FrontBuffers& draw_into(int buffer) {
    scene.trace.call("glDrawBuffer(buf)", {en(buffer)});
    return *this;
  }
  FrontBuffers& read_from(int buffer) {
    scene.trace.call("glReadBuffer(src)", {en(buffer)});
    return *this;
  }
  void clear(const Color& color) { scene.clear(color); }
  // Copies from the read buffer to the draw buffer.
  void copy_all() {
    scene.trace.call("glRasterPos2f(x, y)", {-1.0, -1.0});
    scene.trace.call("glCopyPixels(x, y, width, height, type)", {0, 0, 8, 8, en(GL_COLOR)});
  }
  Pixel pixel(const std::string& option, const std::string& value) {
    write("scene.trace", scene.bytes());
    const Outcome outcome = run({"scene.trace", "--strict", option, value, "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? pixel_of(read_png(path("picture.png")), 3, 3) : Pixel{};
  }
  Pixel pixel_of_frame(int frame) {
    scene.swap();
    return pixel("--frame", std::to_string(frame));
  }
  Pixel pixel_now() {
    const unsigned last = scene.trace.enter("glFlush()", {});
    scene.trace.leave(last);
    return pixel("--call", std::to_string(last));
  }

  ApitraceScene scene;
};

TEST_F(FrontBuffers, DrawsIntoTheFrontLeaveTheBack) {
  for (const int front : {GL_FRONT, GL_FRONT_LEFT}) {
    clear(kRedColor);
    draw_into(front).clear(kGreenColor);
    draw_into(GL_BACK);
  }
  EXPECT_EQ(pixel_of_frame(0), kRed);
}

TEST_F(FrontBuffers, APictureShowsTheBackWhileTheFrontIsDrawnInto) {
  clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  EXPECT_EQ(pixel_now(), kRed);
}

TEST_F(FrontBuffers, APictureOfACallShowsWhatTheProgramReads) {
  clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  draw_into(GL_BACK).read_from(GL_FRONT);
  EXPECT_EQ(pixel_now(), kGreen);
  read_from(GL_BACK);
  EXPECT_EQ(pixel_now(), kRed);
}

// The copies between the buffers are ours, and nothing that the program has going on keeps them from being made.
TEST_F(FrontBuffers, AreExchangedWhileAConditionalRenderDropsAll) {
  clear(kRedColor);
  scene.trace.call("glGenQueries(n, ids)", {1}).out(1, items({5}));
  scene.trace.call("glBeginQuery(target, id)", {en(GL_SAMPLES_PASSED), 5});
  scene.trace.call("glEndQuery(target)", {en(GL_SAMPLES_PASSED)});
  scene.trace.call("glBeginConditionalRender(id, mode)", {5, en(GL_QUERY_WAIT)});
  draw_into(GL_FRONT).clear(kBlueColor);
  scene.trace.call("glEndConditionalRender()", {});
  clear(kGreenColor);
  scene.trace.call("glBeginConditionalRender(id, mode)", {5, en(GL_QUERY_WAIT)});
  draw_into(GL_BACK).clear(kBlueColor);
  EXPECT_EQ(pixel_now(), kRed);
  read_from(GL_FRONT);
  EXPECT_EQ(pixel_now(), kGreen);
}

TEST_F(FrontBuffers, AreReadWhileAListIsCompiledAndExecuted) {
  clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  draw_into(GL_BACK).read_from(GL_FRONT);
  scene.trace.call("glNewList(list, mode)", {7, en(GL_COMPILE_AND_EXECUTE)});
  clear(kBlueColor);
  EXPECT_EQ(pixel_now(), kGreen);
  read_from(GL_BACK);
  EXPECT_EQ(pixel_now(), kBlue);
}

TEST_F(FrontBuffers, CanBeCopied) {
  clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  draw_into(GL_BACK).read_from(GL_FRONT).copy_all();
  EXPECT_EQ(pixel_of_frame(0), kGreen);
}

TEST_F(FrontBuffers, ASwapCopiesTheBackToTheFront) {
  draw_into(GL_FRONT).clear(kGreenColor);
  draw_into(GL_BACK_LEFT).clear(kRedColor);
  scene.swap();
  clear(kBlueColor);
  read_from(GL_FRONT_LEFT).copy_all();
  EXPECT_EQ(pixel_of_frame(1), kRed);
}

TEST_F(FrontBuffers, ASwapCopiesTheBackToAFrontThatIsDrawnInto) {
  clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  scene.swap();
  read_from(GL_FRONT);
  EXPECT_EQ(pixel_now(), kRed);
}

TEST_F(FrontBuffers, BothCanBeDrawnIntoAtOnce) {
  draw_into(GL_FRONT_AND_BACK).clear(kGreenColor);
  draw_into(GL_BACK).clear(kRedColor);
  EXPECT_EQ(pixel_now(), kRed);
  read_from(GL_FRONT);
  EXPECT_EQ(pixel_now(), kGreen);
}

TEST_F(FrontBuffers, ShareOneDepthBuffer) {
  clear(kRedColor);
  scene.trace.call("glEnable(cap)", {en(GL_DEPTH_TEST)});
  draw_into(GL_FRONT);
  scene.fill(kGreenColor, -0.5);
  draw_into(GL_BACK);
  scene.fill(kBlueColor, 0.5);
  EXPECT_EQ(pixel_of_frame(0), kRed);
}

TEST_F(FrontBuffers, TheAttributeStackRestoresTheDrawBuffer) {
  clear(kRedColor);
  scene.trace.call("glPushAttrib(mask)", {bits(GL_COLOR_BUFFER_BIT)});
  draw_into(GL_FRONT).clear(kGreenColor);
  scene.trace.call("glPopAttrib()", {});
  scene.clear_box(0, 0, 1, 1, kBlueColor);
  EXPECT_EQ(pixel_now(), kRed) << "the front was drawn into";
  clear(kBlueColor);
  EXPECT_EQ(pixel_now(), kBlue) << "glPopAttrib restored the back buffer";
}

TEST_F(FrontBuffers, EachWindowOfAContextHasOne) {
  constexpr std::uint64_t kOther = 0x200009;
  clear(kRedColor);
  draw_into(GL_FRONT);
  scene.make_current(kOther).viewport(0, 0, 8, 8).clear(kGreenColor);
  scene.make_current();
  draw_into(GL_BACK);
  EXPECT_EQ(pixel_now(), kRed);
  scene.make_current(kOther);
  EXPECT_EQ(pixel_now(), (Pixel{0, 0, 0, 255})) << "the draw went to the front buffer";
  read_from(GL_FRONT);
  EXPECT_EQ(pixel_now(), kGreen);
}

TEST_F(FrontBuffers, ASingleBufferedWindowHasOneBuffer) {
  constexpr std::uint64_t kOther = 0x200009, kOtherContext = 0x5593c546ead0;
  scene.visual({kGlxRgba, kGlxDepthSize, 24}).context(kOtherContext).make_current(kOther, kOtherContext);
  scene.window_is(8, 8).clear(kRedColor);
  draw_into(GL_FRONT).clear(kGreenColor);
  EXPECT_EQ(pixel_now(), kGreen);
}

}  // namespace
}  // namespace replay
