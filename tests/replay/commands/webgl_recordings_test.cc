// Recordings of web pages: every kind of file, calls, marks and errors, and recordings that began late.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/replay/commands/webgl_scene.h"

namespace replay {
namespace {

using namespace tests;  // GL's numbers

TEST_F(WebGl, EveryKindOfFileDrawsTheSamePicture) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(0, 0, 1).draw(); });
  for (const WtfKind kind : tests::kWtfKinds) {
    page.write(path("page"), kind);
    const Outcome outcome = run({"page", "--frame", "0", "-o", "page.png"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(pixel_of(read_png(path("page.png")), 5, 2), kBlue);
  }
}

TEST_F(WebGl, TheNumberOfACallIsThatOfItsEvent) {
  page.canvas(1, 8, 4);
  page.frame([&] { clear(1, 0, 0); });
  // In chunked files the definitions are events, too. A list has no definitions.
  page.write(path("page.wtf-json"), WtfKind::kList2);
  const Outcome outcome = run({"page.wtf-json", "--call", "5,*/draw", "-o", "out/"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(pixel("call_0000000005.png", 0, 0), kRed)
      << "the events are 2 for the canvas, frame start, clear colour with its end, clear";
}

TEST_F(WebGl, MarksHavePictures) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    clear(1, 0, 0);
    page.mark("ref:one");
    clear(0, 1, 0);
    page.mark("other");
  });
  page.write(path("page.wtf-json"), WtfKind::kList2);
  EXPECT_EQ(run({"page.wtf-json", "--mark", "ref:*", "-o", "out/"}).code, 0);
  EXPECT_EQ(pixel("call_0000000007.png", 0, 0), kRed);
  EXPECT_FALSE(exists("out/call_0000000012.png"));
  const Outcome none = run({"page.wtf-json", "--mark", "nope", "-o", "out/"});
  EXPECT_EQ(none.code, 125);
  EXPECT_TRUE(contains(none.err, "no mark of the recording has such a name")) << none.err;
}

TEST_F(WebGl, ARecordingThatBeganLateIsDrawnAsFarAsPossible) {
  page.frame([&] {
    page.call("viewport", {0, 0, 12, 6}).call("useProgram", {3}).call("bindBuffer", {kArrayBuffer, 4});
    clear(0, 1, 0).call("drawArrays", {kTriangleStrip, 0, 4}).call("uniform1f", {9, 1});
  });
  page.write(path("page.wtf-trace"));
  EXPECT_EQ(run({"page.wtf-trace", "--frame", "0", "-o", "late.png"}).code, 0);
  const Outcome outcome = run({"page.wtf-trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_png(path("late.png")).width, 12);
  EXPECT_EQ(pixel_of(read_png(path("late.png")), 0, 0), kGreen);
  EXPECT_TRUE(contains(outcome.err, "largest viewport is assumed"));
  EXPECT_TRUE(contains(outcome.out, "WebGLRenderingContext#useProgram x1: object that was never created"))
      << outcome.out;
  EXPECT_EQ(run({"page.wtf-trace", "--strict"}).code, 1);
}

TEST_F(WebGl, ErrorsThatThePageQueriedMayBeItsOwn) {
  page.canvas(1, 8, 4);
  page.frame([&] { page.call("clear", {0x1}).call("getError"); });
  replay({"--strict"});
  page.frame([&] { page.call("clear", {0x1}); });
  page.write(path("page.wtf-trace"));
  const Outcome outcome = run({"page.wtf-trace", "--strict"});
  EXPECT_EQ(outcome.code, 0) << "it is not known whose error it is";
  EXPECT_TRUE(contains(outcome.out, "WebGLRenderingContext#clear x1: GL_INVALID_VALUE after which")) << outcome.out;
}

TEST_F(WebGl, ARecordingWithoutGlHasNothingToDraw) {
  page.frame([&] { page.event("wtf.scope#enter", {"work"}).event("wtf.scope#leave", {}); });
  const Outcome outcome = replay({});
  EXPECT_TRUE(contains(outcome.err, "nothing to draw")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   1 frames, ")) << outcome.out;
  EXPECT_EQ(run({"page.wtf-trace", "--strict"}).code, 125);
}

TEST_F(WebGl, InfoListsTheCanvasesAndTheEvents) {
  page.canvas(2, 8, 4);
  page.frame([&] { clear(1, 0, 0); });
  page.write(path("page.wtf-json"), WtfKind::kList2);
  const Outcome text = run({"info", "page.wtf-json"});
  for (const char* line : {"calls      ", "drawable   0x2: 8x4, 1 swaps\n", "needs      OpenGL ES 2.0 (1 contexts)\n",
                           "zone 0     ", "event WebGLRenderingContext#clear 1\n"}) {
    EXPECT_TRUE(contains(text.out, line)) << line << "\n" << text.out;
  }
  EXPECT_FALSE(contains(text.out, "unknown"));
  const auto info = nlohmann::json::parse(run({"info", "page.wtf-json", "--json"}).out);
  EXPECT_EQ(info["calls"], page.events());
  EXPECT_EQ(info["facts"]["event WebGLRenderingContext#clear"], "1");
}

}  // namespace
}  // namespace replay
