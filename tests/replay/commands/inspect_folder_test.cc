// `replay inspect -o FOLDER/`: the data lies beside the page, and is loaded when it is needed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "replay/inspect/page_writer.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/report/browser.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class InspectFolderTest : public ProgramTest {
 protected:
  Outcome page(const std::string& output) {
    scene.window(8, 4).clear(kRedColor).fill(kGreenColor).swap();
    write("t.trace", scene.bytes());
    return run({"inspect", "t.trace", "--frame", "0", "-o", output});
  }

  std::string text_of(const std::string& name) {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::size_t files_in(const std::string& name) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path(name)), fs::directory_iterator()));
  }

  ApitraceScene scene;
};

TEST_F(InspectFolderTest, DataLiesBesideThePageAndIsLoaded) {
  const Outcome outcome = page("out/");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "out/data")) << outcome.out;
  EXPECT_GE(files_in("out/data"), 2u);
  const std::string html = text_of("out/index.html");
  EXPECT_TRUE(contains(html, page_policy(false)));
  EXPECT_TRUE(contains(page_policy(false), "'strict-dynamic'; style-src"));
  EXPECT_FALSE(contains(html, "text/plain")) << "no data is in the page";
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  Browser browser;
  browser.open(path("out/index.html"), "#call=6&at=2,0");
  browser.wait_for("document.querySelector('#panel').textContent.includes('0 255 0')");
  browser.wait_for("document.querySelector('#picture').width === 8");
  EXPECT_EQ(
      browser.ask("[...document.querySelector('#picture').getContext('2d').getImageData(0, 0, 1, 1).data].join()"),
      "255,0,0,255")
      << "after the call of the link";
  EXPECT_EQ(browser.problems(), std::vector<std::string>{});
}

TEST_F(InspectFolderTest, AFolderOfAnEarlierPageIsReplacedAndNoOther) {
  ASSERT_EQ(page("out").code, 0) << "no slash, and no folder: a file";
  EXPECT_TRUE(fs::is_regular_file(path("out")));
  ASSERT_EQ(page("folder/").code, 0);
  const std::string before = text_of("folder/index.html");
  scene.clear(kRedColor);
  ASSERT_EQ(page("folder").code, 0) << "it is a folder";
  EXPECT_NE(text_of("folder/index.html"), before);
  const std::size_t files = files_in("folder/data");
  ASSERT_EQ(page("folder/").code, 0);
  EXPECT_EQ(files_in("folder/data"), files) << "nothing of the earlier page stays";

  fs::create_directory(path("mine"));
  write("mine/thesis.txt", {'x'});
  const Outcome refused = page("mine/");
  EXPECT_EQ(refused.code, 125);
  EXPECT_TRUE(contains(refused.err, "thesis.txt")) << refused.err;
  EXPECT_EQ(files_in("mine"), 1u);
}

TEST_F(InspectFolderTest, NothingStaysOfAPageThatCannotBeMade) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("t.trace", scene.bytes());
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "9", "-o", "out/"}).code, 125);
  EXPECT_FALSE(exists("out"));
}

TEST_F(InspectFolderTest, ALargePageOfOneFileHasItsDataBesideIt) {
  const fs::path data = path("stored");
  fs::create_directory(data);
  {
    PageFile file(data);
    file.add_line({"about", {{"trace", "t"}}});
    file.add_bytes({1, 2, 3});
    file.sync();
  }
  {
    PagePlace place(path("frame.html"));
    EXPECT_FALSE(write_page(place, "t", {{"", data}}, 10).is_one_file);
  }
  EXPECT_EQ(files_in("frame_data"), 2u);
  {
    PagePlace place(path("frame.html"));
    EXPECT_TRUE(write_page(place, "t", {{"", data}}).is_one_file);
  }
  EXPECT_FALSE(exists("frame_data"));
}

}  // namespace
}  // namespace replay
