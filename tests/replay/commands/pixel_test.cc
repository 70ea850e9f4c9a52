// `replay pixel`: which calls changed a pixel, and from what to what.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using nlohmann::json;
using namespace tests::at;

class PixelTest : public ProgramTest {
 protected:
  json history(const std::vector<std::string>& more, int code = 0) {
    write("t.trace", scene.bytes());
    std::vector<std::string> words = {"pixel", "t.trace", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    return outcome.code == 0 ? json::parse(outcome.out) : json();
  }
  // The changes of an image as "before>after" of its values.
  static std::vector<std::string> steps(const json& history, const std::string& image) {
    std::vector<std::string> steps;
    for (const json& change : history.at("changes")) {
      if (change["image"] == image) steps.push_back(change["before"].dump() + ">" + change["after"].dump());
    }
    return steps;
  }

  ApitraceScene scene;
};

const std::string kRedText = "[255,0,0]", kGreenText = "[0,255,0]", kBlueText = "[0,0,255]";

TEST_F(PixelTest, CountsFromTheTopLeft) {
  scene.window(8, 4).clear(kRedColor);
  scene.viewport(0, 3, 8, 1).fill(kGreenColor).viewport(0, 0, 8, 4).swap();  // the top row, in GL's count
  const json top = history({"--frame", "0", "--at", "2,0"}), bottom = history({"--frame", "0", "--at", "2,3"});
  EXPECT_EQ(steps(top, "window color").back(), kRedText + ">" + kGreenText);
  EXPECT_TRUE(steps(bottom, "window color").back().ends_with(">" + kRedText));
  EXPECT_EQ(top.at("origin"), "top left");
}

TEST_F(PixelTest, AFrameBeginsWithWhatTheOneBeforeLeft) {
  scene.window(8, 4).clear(kRedColor).swap();
  scene.clear(kBlueColor).fill(kGreenColor).swap();
  const json found = history({"--frame", "1", "--at", "0,0"});
  const std::vector<std::string> seen = steps(found, "window color");
  ASSERT_GE(seen.size(), 2U);
  EXPECT_TRUE(seen[seen.size() - 2].ends_with(">" + kBlueText)) << found;
  EXPECT_EQ(seen.back(), kBlueText + ">" + kGreenText);
  const json& last = found.at("changes").back();
  EXPECT_TRUE(last.at("by_call"));
  EXPECT_TRUE(contains(last.at("text"), "glEnd(")) << found;
}

TEST_F(PixelTest, TellsDepthAndLeavesOutCallsThatFailTheTest) {
  scene.window(8, 4);
  scene.trace.call("glEnable(cap)", {en(GL_DEPTH_TEST)});
  scene.trace.call("glClear(mask)", {bits(GL_DEPTH_BUFFER_BIT)});
  scene.clear(kRedColor).fill(kGreenColor, -0.5).fill(kBlueColor, 0.5).swap();  // the blue one is behind
  const json found = history({"--frame", "0", "--at", "1,1"});
  EXPECT_EQ(steps(found, "window color").back(), kRedText + ">" + kGreenText);
  const std::vector<std::string> depths = steps(found, "window depth");
  ASSERT_FALSE(depths.empty()) << found;
  EXPECT_NEAR(json::parse(depths.back().substr(depths.back().find('>') + 1))[0].get<double>(), 0.25, 1e-3);
}

TEST_F(PixelTest, ATextureIsOneImageWhateverDrawsIntoIt) {
  scene.window(8, 4);
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 7});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 16, 16, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), null()});
  for (const int framebuffer : {5, 6}) {
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_FRAMEBUFFER), framebuffer});
    scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                     {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), 7, 0});
    scene.clear(framebuffer == 5 ? kRedColor : kGreenColor);
  }
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_FRAMEBUFFER), 0});
  scene.clear(kBlueColor).swap();
  const json found = history({"--frame", "0", "--at", "12,12", "--image", "texture 7 level 0"});
  ASSERT_FALSE(found.is_null());
  EXPECT_EQ(steps(found, "texture 7 level 0").back(), "[255,0,0,255]>[0,255,0,255]");
  EXPECT_EQ(found.at("images").size(), 1U);
  EXPECT_EQ(found.at("images")[0].at("writes"), 2);
  const json window = history({"--frame", "0", "--at", "2,2"});  // without --image: the window's
  for (const json& image : window.at("images")) EXPECT_TRUE(image["image"].get<std::string>().starts_with("window"));
}

TEST_F(PixelTest, SeekingChangesNothing) {
  scene.window(8, 4);
  scene.trace.call("glEnable(cap)", {en(GL_DEPTH_TEST)});
  for (int frame = 0; frame < 5; ++frame) {
    scene.trace.call("glClear(mask)", {bits(frame % 2 == 0 ? GL_DEPTH_BUFFER_BIT : 0)});  // depth outlasts a frame
    scene.clear(kRedColor).fill(kGreenColor, 0.1 * frame).fill(kBlueColor, 0.2).swap();
  }
  for (const char* frame : {"1", "3", "last"}) {
    const json fast = history({"--frame", frame, "--at", "1,1"});
    const json slow = history({"--frame", frame, "--at", "1,1", "--no-seek"});
    EXPECT_EQ(fast, slow) << frame;
  }
}

TEST_F(PixelTest, WhatDoesNotExistCannotBeJudged) {
  scene.window(8, 4).clear(kRedColor).swap();
  history({"--frame", "1", "--at", "0,0"}, 125);
  history({"--frame", "0", "--at", "8,0"}, 125);
  history({"--frame", "0", "--at", "0,0", "--image", "texture 7"}, 125);
  for (const char* wrong : {"8", "8,", ",1", "-1,2", "1,2,3", "1;2", "99999999999,0"})
    history({"--frame", "0", "--at", wrong}, 2);
}

TEST_F(PixelTest, PrintsText) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("t.trace", scene.bytes());
  const Outcome outcome = run({"pixel", "t.trace", "--frame", "0", "--at", "1,2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "pixel 1,2 of window color (8x4, from the top left) in frame 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "glClear(mask = GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT)")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "-> 255 0 0\n")) << outcome.out;
}

}  // namespace
}  // namespace replay
