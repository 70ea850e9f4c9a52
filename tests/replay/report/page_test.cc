#include "replay/report/page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "replay/picture/png_reader.h"
#include "replay/process/child_process.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/picture/pictures.h"

namespace replay {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Page sample() {
  Page page("A <title> & more");
  Picture red = plain_picture(32, 16, {255, 0, 0, 255}), other = red;
  pixel_at(other, 20, 4)[1] = 200;
  page.difference("good", red, "bad", other);
  page.code("1 glClear()\n2 glDrawArrays(a < b)\n", 1);
  return page;
}

TEST(Page, EscapesWhatItIsGiven) {
  const std::string html = sample().html();
  EXPECT_TRUE(contains(html, "<h1>A &lt;title&gt; &amp; more</h1>"));
  EXPECT_TRUE(contains(html, "<mark>2 glDrawArrays(a &lt; b)\n</mark>"));
}

TEST(Page, NeedsNoOtherFiles) {
  const std::string html = sample().html();
  EXPECT_FALSE(contains(html, "http://") || contains(html, "https://") || contains(html, "src=\"/"));
  EXPECT_TRUE(contains(html, "src=\"data:image/png;base64,iVBOR"));
  EXPECT_TRUE(contains(html, "1 of 512 pixels (0.20 %) differs, by up to 200 at (20, 4)"));
}

// The page's script in a browser: the magnifier points at the pixel that differs, and shows its colours.
TEST(Page, WorksInABrowser) {
  if (*CHROMIUM == '\0') GTEST_SKIP() << "chromium is not installed";
  const ScratchFolder folder;
  const std::string file = folder.path() / "page.html";
  ASSERT_TRUE(sample().write(file));
  ChildProcess browser(
      {.words = {CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
                 "--user-data-dir=" + (folder.path() / "profile").string(), "--dump-dom", "file://" + file},
       .capture = true});
  const ChildEnding ending = browser.wait(120);
  ASSERT_EQ(describe(ending), "ended with exit code 0") << ending.err;
  EXPECT_TRUE(contains(ending.out, "pixel (20, 4): good 255 0 0; difference 255 0 0; bad 255 200 0"))
      << ending.out.substr(0, 3000);
}

}  // namespace
}  // namespace replay
