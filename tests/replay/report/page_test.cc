#include "replay/report/page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <random>

#include "replay/picture/encode.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/picture/pictures.h"
#include "tests/replay/report/browser.h"

namespace replay {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Page sample() {
  Page page("A <title> & more");
  Picture red = plain_picture(32, 16, {255, 0, 0, 255}), other = red;
  pixel_at(other, 20, 4)[1] = 200;
  page.difference({"good", red}, {"bad", other});
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
}

TEST(Page, ForbidsAllButItsOwn) {
  const std::string html = sample().html();
  const std::size_t policy = html.find("Content-Security-Policy");
  ASSERT_NE(policy, std::string::npos);
  EXPECT_LT(policy, html.find("<style>")) << "it counts for what follows";
  EXPECT_TRUE(contains(html, "default-src 'none'; img-src data: 'self' file:; script-src 'sha256-"));
  EXPECT_FALSE(contains(html, "unsafe"));
}

// A page with two failures and one that passes, as that of a run.
Page run_page(const std::string& text = "b") {
  Page page("run");
  page.index({"status", "trace", "time"},
             {{ShownAs::kWrong, "Fail", {"a", "10.0 s"}, "part-1", plain_picture(8, 4, {255, 0, 0, 255})},
              {ShownAs::kGood, "Pass", {"c", "2.0 s"}},
              {ShownAs::kWrong, "Crash", {text, "1.5 s"}, "part-2"}});
  Picture red = plain_picture(32, 16, {255, 0, 0, 255}), other = red;
  pixel_at(other, 20, 4)[1] = 200;
  for (const char* part : {"part-1", "part-2"}) {
    page.begin_part(part, part, ShownAs::kWrong);
    page.difference({"expected", red}, {"actual", other});
    page.folded_code("standard error", text);
    page.end_part();
  }
  return page;
}

class PageInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
    browser.emplace();
  }
  void open(const Page& page, const std::string& link = "") {
    file = folder.path() / "page.html";
    ASSERT_TRUE(page.write(file));
    browser->open(file, link);
  }
  std::string text_of(const std::string& selector) {
    return browser->ask("document.querySelector('" + selector + "').textContent");
  }
  // The names of the rows of the table that can be seen, in their order.
  std::string rows() {
    return browser->ask(
        "[...document.querySelectorAll('.index tbody tr')].filter(row => !row.hidden).map(row => "
        "row.cells[1].textContent).join(' ')");
  }
  void expect_no_problems() { EXPECT_EQ(browser->problems(), std::vector<std::string>{}); }

  ScratchFolder folder;
  std::filesystem::path file;
  std::optional<Browser> browser;
};

// The magnifier points at the pixel that differs, and shows its colours.
TEST_F(PageInBrowser, MagnifiesThePixelThatDiffers) {
  open(sample());
  EXPECT_EQ(text_of(".at"), "pixel (20, 4): good 255 0 0; difference 255 0 0; bad 255 200 0");
  browser->ask("document.querySelector('.pictures').focus()");
  browser->press("ArrowRight");
  EXPECT_TRUE(text_of(".at").starts_with("pinned at (21, 4): good 255 0 0")) << text_of(".at");
  browser->press("Escape");
  EXPECT_TRUE(text_of(".at").starts_with("pixel (20, 4): ")) << text_of(".at");
  browser->click("figure:nth-of-type(2) img");
  EXPECT_TRUE(text_of(".at").starts_with("pinned at (1")) << text_of(".at");
  expect_no_problems();
}

TEST_F(PageInBrowser, FlipsTwoPicturesInOnePlace) {
  open(sample());
  const std::string visible = "getComputedStyle(document.querySelector('.stage img.second')).visibility";
  browser->press(" ");
  EXPECT_EQ(text_of(".shown"), "good");
  EXPECT_EQ(browser->ask(visible), "hidden");
  browser->press(" ");
  EXPECT_EQ(text_of(".shown"), "bad");
  EXPECT_EQ(browser->ask(visible), "visible");
  browser->click("[data-value=difference]");
  EXPECT_EQ(text_of(".shown"), "difference");
  browser->click("[data-value=slider]");
  EXPECT_EQ(text_of(".shown"), "good | bad");
  EXPECT_EQ(browser->ask("getComputedStyle(document.querySelector('.stage img.second')).clipPath"),
            "inset(0px 0px 0px 50%)");
  browser->click("[data-value='4']");
  EXPECT_EQ(browser->ask("document.querySelector('.stage img.first').getBoundingClientRect().width"), 4 * 32);
  expect_no_problems();
}

TEST_F(PageInBrowser, GoesFromFailureToFailure) {
  open(run_page());
  EXPECT_EQ(browser->ask("document.querySelectorAll('details.part[open]').length"), 0);
  const char* const steps[][2] = {{"j", "#part-1"}, {"j", "#part-2"}, {"j", "#part-2"}, {"k", "#part-1"}};
  for (const auto& [key, where] : steps) {
    browser->press(key);
    browser->wait_for(std::string("location.hash === '") + where + "' && document.querySelector('" + where + "').open");
  }
  browser->press(" ");
  EXPECT_EQ(text_of("#part-1 .shown"), "expected") << "space belongs to the part that was opened";
  browser->ask("document.querySelector('#part-2').open = false");
  // Not by the mouse: the part that opened may still move the place of the link.
  browser->ask("document.querySelector('.index a[href=\"#part-2\"]').click()");
  browser->wait_for("document.querySelector('#part-2').open");
  open(run_page(), "#part-2");
  browser->wait_for("document.querySelector('#part-2').open");
  EXPECT_EQ(browser->ask("document.querySelector('#part-1').open"), false);
  expect_no_problems();
}

TEST_F(PageInBrowser, SortsAndFiltersTheTable) {
  open(run_page());
  EXPECT_EQ(rows(), "a c b");
  browser->click(".index th:nth-child(3) button");
  EXPECT_EQ(rows(), "b c a") << "numbers, and not text";
  browser->click(".index th:nth-child(3) button");
  EXPECT_EQ(rows(), "a c b");
  browser->click(".bar button[data-status=Crash]");
  EXPECT_EQ(rows(), "b");
  browser->click(".bar button[data-status=Fail]");
  EXPECT_EQ(rows(), "a b");
  browser->ask(
      "{ const text = document.querySelector('.bar input'); text.value = '10.0'; text.dispatchEvent(new "
      "Event('input')); }");
  EXPECT_EQ(rows(), "a");
  expect_no_problems();
}

TEST_F(PageInBrowser, FitsOnATelephoneAndALargeScreen) {
  for (const int width : {360, 1280, 3840}) {
    browser->resize(width, 800);
    open(run_page(), "#part-1");
    EXPECT_LE(browser->ask("document.documentElement.scrollWidth"), width);
  }
  expect_no_problems();
}

// Text of traces and drivers is text in the page, wherever it stands.
TEST_F(PageInBrowser, NothingThatItShowsCanAct) {
  const std::string hostile =
      "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">]]>"
      "<a href=\"javascript:document.title='taken'\">x</a></style><style>*{display:none}</style><!-- "
      "<style></style><script></script>";
  Page page = run_page(hostile);
  page.heading(hostile);
  page.paragraph(hostile);
  page.facts({{hostile, hostile}});
  page.table({hostile}, {{hostile}});
  page.code(hostile, 0);
  page.lines({{"added", {{hostile, true}, {hostile, false}}}});
  page.begin_part(hostile, hostile, ShownAs::kWrong);
  page.pictures({{hostile, plain_picture(8, 8, {0, 0, 0, 255})}});
  page.end_part();
  open(page);
  EXPECT_EQ(browser->ask("document.title"), "run");
  EXPECT_EQ(browser->ask("document.querySelectorAll('script').length"), 1);
  EXPECT_EQ(browser->ask("document.querySelectorAll('style').length"), 1);
  EXPECT_EQ(
      browser->ask("[...document.querySelectorAll('img')].filter(image => image.getAttribute('src') === 'x').length"),
      0);
  EXPECT_EQ(browser->ask("[...document.querySelectorAll('a')].filter(link => link.protocol === 'javascript:').length"),
            0);
  expect_no_problems();
}

// Noise, because what is plain is small.
Picture noise(int width, int height, unsigned seed) {
  Picture picture = plain_picture(width, height, {0, 0, 0, 255});
  std::minstd_rand random(seed);
  for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
    if (i % 4 != 3) picture.rgba[i] = static_cast<std::uint8_t>(random());
  }
  return picture;
}

TEST_F(PageInBrowser, ManyPicturesLieBesideThePage) {
  Page page("large");
  const Picture first = noise(1200, 900, 1), second = noise(1200, 900, 2);
  const std::string there = "a & b#?.png";
  ASSERT_TRUE(write_picture_file(folder.path() / there, first));
  page.difference({"first", first, there}, {"second", second});
  open(page);
  EXPECT_LT(std::filesystem::file_size(file), 100'000u);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "page_pictures" / "0000.png"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "page_pictures" / "0001.png"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "page_pictures" / "0002.png")) << "one lies there already";
  EXPECT_EQ(browser->ask("[...document.querySelectorAll('img')].every(image => image.naturalWidth === 1200)"), true);
  EXPECT_TRUE(contains(text_of(".at"), "first ?; difference ?; second ?")) << text_of(".at");
  expect_no_problems();
  ASSERT_TRUE(page.write(file, Embed::kAll));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "page_pictures"));
  browser->open(file);
  EXPECT_FALSE(contains(text_of(".at"), "?")) << text_of(".at");
  expect_no_problems();
}

}  // namespace
}  // namespace replay
