// `replay inspect --good --bad`: a page with two drivers, what differs, and both histories of a pixel.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"
#include "tests/replay/report/browser.h"

namespace replay {
namespace {

class InspectSidesTest : public ProgramTest {
 protected:
  // A rectangle that the depth test hides from a good driver: LP_PERF=no_depth draws it.
  Outcome page(const std::string& bad, const std::vector<std::string>& more = {}) {
    scene.window(8, 4);
    scene.trace.call("glEnable(cap)", {tests::at::en(0x0B71)});
    scene.trace.call("glClear(mask)", {tests::at::bits(0x4100)});
    scene.fill(kGreenColor, -0.5).viewport(2, 0, 4, 4).fill(kRedColor, 0.5).viewport(0, 0, 8, 4).swap();
    write("t.trace", scene.bytes());
    std::vector<std::string> words = {"inspect", "t.trace", "--frame", "0", "--bad", bad, "-o", "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  ApitraceScene scene;
};

TEST_F(InspectSidesTest, TheFirstCallThatDiffersIsFoundAndShown) {
  const Outcome outcome = page("LP_PERF=no_depth", {"--no-times"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "is the first")) << outcome.out;
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  Browser browser;
  browser.open(path("page.html"));
  browser.wait_for("document.querySelector('#panel').textContent.includes('such as')");
  EXPECT_EQ(browser.ask("document.querySelector('.row.chosen .differs').textContent"), "≠ 50 %");
  EXPECT_EQ(browser.ask("document.querySelectorAll('.differs.first').length"), 2)
      << "the first in depth, and the first in colours";
  const std::string pixel = "[...document.querySelector('#{}').getContext('2d').getImageData(3, 1, 1, 1).data].join()";
  const auto pixel_of_canvas = [&](const std::string& id) {
    return browser.ask(std::string(pixel).replace(pixel.find("{}"), 2, id));
  };
  browser.wait_for("document.querySelector('#other').width === 8");
  EXPECT_EQ(pixel_of_canvas("picture"), "0,255,0,255");
  EXPECT_EQ(pixel_of_canvas("other"), "255,0,0,255");
  // Space flips, and the history of a pixel has the values of both.
  const std::string seen = "getComputedStyle(document.querySelector('#other')).visibility";
  EXPECT_EQ(browser.ask(seen), "hidden");
  browser.press(" ");
  EXPECT_EQ(browser.ask(seen), "visible");
  EXPECT_EQ(browser.ask("document.querySelector('#sides .shown').textContent"), "bad");
  browser.click("[data-value=difference]");
  browser.wait_for("document.querySelector('#differing').width === 8");
  EXPECT_EQ(pixel_of_canvas("differing"), "255,0,0,255");
  browser.ask(
      "[...document.querySelectorAll('#panel a')].find(link => /^[0-9]+,[0-9]+$/.test(link.textContent)).click()");
  browser.wait_for("document.querySelector('#panel').textContent.includes('bad, after it')");
  EXPECT_TRUE(contains(browser.ask("document.querySelector('#panel tr.changed').textContent"), "0 255 0255 0 0"));
  EXPECT_EQ(browser.problems(), std::vector<std::string>{});
}

TEST_F(InspectSidesTest, AToleranceAllowsDifferences) {
  const Outcome outcome = page("LP_PERF=no_depth", {"--no-times", "--tolerance", "0:100"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "no call that was compared exceeds the tolerance")) << outcome.out;
}

// The page of a side that is lost has what there is, and says so.
TEST_F(InspectSidesTest, ASideThatCrashesLeavesAPage) {
  const Outcome outcome = page(broken("enabled=2929")[0] + " " + broken("enabled=2929")[1], {"--no-times"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "the bad side: crashed")) << outcome.err;
  ASSERT_TRUE(exists("page.html"));
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  Browser browser;
  browser.open(path("page.html"));
  browser.wait_for("document.querySelector('#panel').childElementCount > 0");
  EXPECT_TRUE(contains(browser.ask("document.querySelector('#problem').textContent"), "The bad side: crashed"));
  EXPECT_EQ(browser.problems(), std::vector<std::string>{});
}

TEST_F(InspectSidesTest, ThereIsNoPageWhenNeitherSideCanReplay) {
  const Outcome outcome = page("GALLIUM_DRIVER=none-such", {"--good", "GALLIUM_DRIVER=none-such"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "neither side came to the frame")) << outcome.err;
  EXPECT_FALSE(exists("page.html"));
}

TEST_F(InspectSidesTest, WhatBelongsToTwoDriversNeedsThem) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("t.trace", scene.bytes());
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "0", "-o", "p.html", "--tolerance", "3"}).code, 2);
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "0", "-o", "p.html", "--good", "'"}).code, 2);
}

}  // namespace
}  // namespace replay
