// Canvases of web pages: their drawing buffers, contexts and pictures, as in a browser.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/replay/commands/webgl_scene.h"

namespace replay {
namespace {

using namespace tests;  // GL's numbers

TEST_F(WebGl, ShowingADrawingBufferClearsIt) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { clear(1, 0, 0); });
  page.frame([&] { page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw(); });
  page.frame([] {});
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 7, 0), kRed);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kBlack);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kBlack);
}

TEST_F(WebGl, ThisClearIgnoresAndKeepsTheState) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    clear(1, 0, 0);
    page.call("enable", {0x0c11}).call("scissor", {0, 0, 1, 1}).call("colorMask", {0, 0, 0, 0});
  });
  page.frame([&] { page.call("colorMask", {1, 1, 1, 1}).call("clearColor", {0, 1, 0, 1}).call("clear", {kColorBit}); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 3), kGreen) << "the scissor box is still set";
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kBlack);
}

TEST_F(WebGl, APreservedDrawingBufferIsNotCleared) {
  page.canvas(1, 8, 4, R"({"preserveDrawingBuffer":true})").quad();
  page.frame([&] { clear(1, 0, 0); });
  page.frame([&] { page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kRed);
}

TEST_F(WebGl, ThereIsAPictureOfEachCanvas) {
  page.canvas(1, 8, 4).canvas(3, 6, 2);
  page.frame([&] {
    clear(0, 1, 0);
    page.set_context(1, 8, 4);
    clear(1, 0, 0);
    page.mark("both");
  });
  const Outcome outcome = replay({"--frame", "0", "--mark", "bo*", "-o", "out/", "--hash", "--json", "summary.json"});
  EXPECT_EQ(pixel("frame_0000.ctx1.png", 7, 3), kRed);
  EXPECT_EQ(pixel("frame_0000.ctx3.png", 5, 1), kGreen);
  EXPECT_EQ(read_png(path("out/frame_0000.ctx3.png")).width, 6);
  EXPECT_FALSE(exists("out/frame_0000.png"));
  EXPECT_TRUE(contains(outcome.out, "frame 0.ctx1 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "frame 0.ctx3 "));
  std::ifstream file(path("summary.json"));
  const auto summary = nlohmann::json::parse(file);
  ASSERT_EQ(summary["pictures"].size(), 4u);
  EXPECT_EQ(summary["pictures"][0]["context"], 1);
}

TEST_F(WebGl, AResizeClearsTheBufferAndKeepsTheViewport) {
  page.canvas(1, 8, 4, R"({"preserveDrawingBuffer":true})").quad();
  page.frame([&] { clear(1, 0, 0); });
  page.set_context(1, 4, 8);
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  const Picture picture = read_png(path("out/frame_0001.png"));
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(picture.height, 8);
  EXPECT_EQ(pixel_of(picture, 0, 7), kGreen) << "the viewport is 8x4 from the bottom left";
  EXPECT_EQ(pixel_of(picture, 0, 3), kBlack);
}

TEST_F(WebGl, ContextsDoNotShareState) {
  page.canvas(1, 8, 4).canvas(2, 8, 4);
  page.call("clearColor", {0, 1, 0, 1}).set_context(1, 8, 4).call("clearColor", {1, 0, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).set_context(2, 8, 4).call("clear", {kColorBit}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.ctx1.png", 0, 0), kRed);
  EXPECT_EQ(pixel("frame_0000.ctx2.png", 0, 0), kGreen);
}

// --expect compares every canvas that the frame shows to the picture that has its name.
TEST_F(WebGl, EachCanvasHasToBeAsExpected) {
  page.canvas(1, 8, 4).canvas(2, 8, 4);
  page.call("clearColor", {0, 1, 0, 1}).set_context(1, 8, 4).call("clearColor", {1, 0, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).set_context(2, 8, 4).call("clear", {kColorBit}); });
  replay({"--frame", "0", "-o", "good.png"});
  const std::vector<std::string> expecting = {"page.wtf-trace", "--frame", "0", "--expect", "good.png"};
  EXPECT_EQ(run(expecting).code, 0) << run(expecting).err;
  for (const char* wrong : {"good.ctx1.png", "good.ctx2.png"}) {
    const std::filesystem::path kept = path("kept.png"),
                                other = path(wrong == std::string("good.ctx1.png") ? "good.ctx2.png" : "good.ctx1.png");
    std::filesystem::rename(path(wrong), kept);
    std::filesystem::copy_file(other, path(wrong));
    const Outcome outcome = run(expecting);
    EXPECT_EQ(outcome.code, 1) << wrong;
    EXPECT_TRUE(contains(outcome.out, std::string("differs from ") + wrong)) << outcome.out;
    EXPECT_TRUE(exists(std::string("page.frame_0000.ctx") + wrong[8] + ".difference.png"));
    std::filesystem::rename(kept, path(wrong));
  }
  // A reference that is not for a particular canvas applies to all.
  std::filesystem::remove(path("good.ctx2.png"));
  std::filesystem::rename(path("good.ctx1.png"), path("good.png"));
  EXPECT_EQ(run(expecting).code, 1);
}

TEST_F(WebGl, BuffersThatThePageDidNotRequestAreMissing) {
  page.canvas(1, 8, 4, R"({"alpha":false,"depth":false})").quad();
  page.frame([&] {
    clear(1, 0, 0, 0);
    page.call("enable", {0x0b71})
        .call("depthFunc", {0x200})
        .call("enable", {0x0b90})
        .call("stencilFunc", {0x200, 0, 255});
    page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen) << "the tests pass when their buffer is missing";
  EXPECT_EQ(pixel("frame_0000.png", 7, 0), kRed) << "alpha is 1";
}

TEST_F(WebGl, ARestoredContextHasDefaultState) {
  page.canvas(1, 8, 4).call("clearColor", {0, 1, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).call("loseContext").call("clear", {kColorBit}); });
  page.frame([&] { page.call("restoreContext").call("clear", {kColorBit}); });
  page.frame([&] { clear(1, 0, 0); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kBlack) << "the clear colour is the default again";
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kRed);
}

}  // namespace
}  // namespace replay
