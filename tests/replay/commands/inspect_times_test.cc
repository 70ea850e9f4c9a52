// `replay inspect`: what calls cost stands in the page, in the tree and in a summary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/report/browser.h"

namespace replay {
namespace {

using namespace tests::at;

class InspectTimesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
    browser.emplace();
  }

  // Opens the page of frame 0 at its summary.
  void open(const std::vector<std::string>& more = {}) {
    write("t.trace", scene.bytes());
    std::vector<std::string> words = {"inspect", "t.trace", "--frame", "0", "-o", "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    ASSERT_EQ(run(words).code, 0);
    browser->open(path("page.html"), "#tab=summary");
    browser->wait_for("document.querySelector('#panel').childElementCount > 0");
    EXPECT_EQ(browser->problems(), std::vector<std::string>{});
  }

  // The cell beside the one with this text.
  std::string beside(const std::string& text) {
    return browser->ask("[...document.querySelectorAll('#panel td')].find(cell => cell.textContent === '" + text +
                        "').nextElementSibling.textContent");
  }

  ApitraceScene scene;
  std::optional<Browser> browser;
};

TEST_F(InspectTimesTest, TheSummaryCountsTheCallsOfTheFrame) {
  scene.window(8, 4).clear(kRedColor);
  scene.viewport(0, 0, 8, 4).fill(kGreenColor).viewport(0, 0, 8, 4).fill(kRedColor).swap();
  open();
  EXPECT_GE(std::stoi(beside("of these, to what it is already")), 1) << "the second viewport is the first";
  EXPECT_EQ(beside("GPU time of draws"), "- (this driver cannot tell)");
  EXPECT_GT(std::stoi(beside("draws")), 1);
  EXPECT_GT(browser->ask("document.querySelectorAll('.row .cost').length"), 2);
  // The dearest call of a function is where its row leads.
  browser->ask("[...document.querySelectorAll('#panel a')].find(link => link.textContent === 'glClear').click()");
  browser->wait_for("document.querySelector('.row.chosen').textContent.includes('glClear')");
  EXPECT_EQ(browser->problems(), std::vector<std::string>{});
}

TEST_F(InspectTimesTest, TablesOfTheSummaryAreSortedByTheirTitles) {
  scene.window(8, 4).clear(kRedColor);
  scene.viewport(0, 0, 8, 4).viewport(0, 0, 4, 4).viewport(1, 0, 4, 4).fill(kGreenColor).swap();
  open();
  const auto sorted = [&](const std::string& title, int column) {
    browser->ask("functions = [...document.querySelectorAll('#panel table')].at(-1)");
    browser->ask("[...functions.querySelectorAll('th button')].find(one => one.textContent === '" + title +
                 "').focus()");
    browser->press(" ");
    return browser->ask("[...functions.tBodies[0].rows].map(row => row.cells[" + std::to_string(column) +
                        "].textContent)");
  };
  auto numbers = [&] {
    std::vector<int> counts;
    for (const auto& text : sorted("calls", 3)) counts.push_back(std::stoi(text.get<std::string>()));
    return counts;
  };
  const std::vector<int> up = numbers(), down = numbers();
  EXPECT_TRUE(std::ranges::is_sorted(down, std::greater<>()));
  EXPECT_TRUE(std::ranges::is_sorted(up));
  EXPECT_GE(down.front(), 3);
  EXPECT_EQ(browser->ask("functions.querySelector('[aria-sort]').textContent"), "calls");
  const auto names = sorted("function", 0).get<std::vector<std::string>>();
  EXPECT_TRUE(std::ranges::is_sorted(names, {}, [](std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
  }));
}

TEST_F(InspectTimesTest, NothingIsMeasuredWhenNobodyWantsIt) {
  scene.window(8, 4).clear(kRedColor).swap();
  open({"--no-times"});
  EXPECT_EQ(browser->ask("document.querySelector('#panel').textContent"),
            "Nothing was measured: the page was made with --no-times.");
  EXPECT_EQ(browser->ask("document.querySelectorAll('.row .cost').length"), 0);
}

}  // namespace
}  // namespace replay
