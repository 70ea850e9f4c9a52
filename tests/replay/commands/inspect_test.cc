// `replay inspect`: the page has what the frame does, works in a browser, and no text of a recording can act in it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "replay/inspect/page_writer.h"
#include "tests/replay/commands/inspect_page.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kApplication = 0x824A;

// What would act if it became a part of the page: as an element, an attribute, the end of a script, or a link.
const std::string kHostile =
    "</script><script>document.title='taken'</script> <img src=x onerror=\"document.title='taken'\"> ]]> "
    "<a href=\"javascript:document.title='taken'\">link</a> <!-- <style>*{display:none}</style>";

class InspectTest : public InspectPage {
 protected:
  // Uses a program whose fragment shader has the text in a comment.
  void commented_program(const std::string& text) {
    program("void main() { gl_Position = gl_Vertex; }\n",
            "/* " + text + " */\nvoid main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }\n");
  }
};

TEST_F(InspectTest, ThePageIsOneFileThatForbidsAllButItsOwn) {
  scene.window(8, 4).clear(kRedColor).fill(kGreenColor).swap();
  const std::string html = page();
  EXPECT_TRUE(contains(html, "Content-Security-Policy\" content=\"" + page_policy(true) + "\"")) << html.substr(0, 600);
  EXPECT_TRUE(contains(page_policy(true), "default-src 'none'"));
  EXPECT_FALSE(contains(page_policy(true), "unsafe"));
  EXPECT_FALSE(contains(html, "http://") || contains(html, "https://") || contains(html, "src="));
}

TEST_F(InspectTest, TextOfARecordingIsNeverPartOfThePage) {
  scene.window(8, 4);
  scene.trace.call("glPushDebugGroup(source, id, length, message)",
                   {en(kApplication), 1, -1, tests::at::text(kHostile)});
  scene.trace.call("glStringMarkerGREMEDY(len, string)", {0, tests::at::text(kHostile)});
  commented_program(kHostile);
  label(0x82E2, kProgram, kHostile);  // GL_PROGRAM
  scene.clear(kRedColor).fill(kGreenColor).swap();
  const std::string html = page();
  EXPECT_FALSE(contains(html, "taken"));
  EXPECT_FALSE(contains(html, "onerror"));
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  const std::string shown = in_browser("");
  EXPECT_TRUE(contains(shown, "<title>t.trace, frame 0</title>")) << shown.substr(0, 1000);
  EXPECT_TRUE(contains(shown, "&lt;img src=x onerror")) << shown;  // it is shown as text
  EXPECT_FALSE(contains(shown, "<img") || contains(shown, "href=\"javascript"));
}

// The replay guesses that each frame draws over everything. Here the guess is wrong, and the replay has to begin again.
TEST_F(InspectTest, AFrameIsShownThatLeavesWhatWasDrawnBefore) {
  scene.window(8, 4).clear(kRedColor);
  scene.trace.call("glViewport(x, y, width, height)", {0, 0, 4, 4});
  for (int frame = 0; frame < 40; ++frame) scene.fill(kGreenColor).swap();
  write("t.trace", scene.bytes());
  const Outcome outcome = run({"inspect", "t.trace", "--frame", "30", "-o", "page.html"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "not proven to draw over everything") && contains(outcome.err, "beginning again"))
      << outcome.err;
}

TEST_F(InspectTest, TheNameOfTheTraceIsEscaped) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("<b>'\".trace", scene.bytes());
  ASSERT_EQ(run({"inspect", "<b>'\".trace", "--frame", "last", "-o", "page.html"}).code, 0);
  std::ifstream file(path("page.html"));
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(contains(text.str(), "<title>&lt;b&gt;&#39;&quot;.trace, frame 0</title>"));
}

// The browser computes the history of a pixel from what changed.
TEST_F(InspectTest, ABrowserShowsTheHistoryOfAPixel) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(8, 4).clear(kRedColor);
  scene.viewport(0, 3, 8, 1).fill(kGreenColor).viewport(0, 0, 8, 4).swap();  // the top row
  page();
  const std::string top = in_browser("#call=6&at=2,0"), bottom = in_browser("#call=6&at=2,3");
  EXPECT_TRUE(contains(top, "pixel 2,0 of window color")) << top;
  EXPECT_TRUE(contains(top, ">0 255 0</span>")) << top;
  EXPECT_TRUE(contains(bottom, ">255 0 0</span>")) << bottom;
  EXPECT_FALSE(contains(bottom, ">0 255 0</span>")) << bottom;
}

// What the page packs comes out as the driver drew it, after each call, whichever pixels the call has changed.
TEST_F(InspectTest, PicturesInABrowserAreThoseOfTheReplay) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(37, 23).clear(kRedColor);
  program("void main() { gl_Position = gl_Vertex; }\n",
          "void main() {\n"
          "  vec2 at = floor(gl_FragCoord.xy);\n"
          "  float noise = fract(sin(dot(at, vec2(12.9, 78.2))) * 437.5);\n"
          "  if (mod(at.x * 3.0 + at.y * 5.0, 7.0) < 3.0) discard;\n"
          "  gl_FragColor = vec4(noise, at / 64.0, 1.0);\n"
          "  gl_FragDepth = fract(noise * 3.0 + at.x / 99.0);\n"
          "}\n");
  scene.trace.call("glEnable(cap)", {en(0x0B71)});  // GL_DEPTH_TEST
  scene.fill(kGreenColor).viewport(5, 3, 20, 11).fill(kGreenColor).clear_box(9, 1, 6, 20, kGreenColor);
  scene.viewport(0, 0, 37, 23).fill(kGreenColor).swap();
  page();
  in_browser("");
  const auto calls = browser->ask("frame.writes.map((call) => call.number)").get<std::vector<std::uint64_t>>();
  EXPECT_EQ(calls.size(), 5u);
  for (const std::uint64_t call : calls) {
    const std::string number = std::to_string(call);
    ASSERT_EQ(run({"t.trace", "--headless", "--call", number, "-o", "call.ppm"}).code, 0);
    std::ifstream file(path("call.ppm"), std::ios::binary);
    std::ostringstream replayed;
    replayed << file.rdbuf();
    in_browser("#call=" + number);
    browser->wait_for("view.shown?.number === " + number);
    const auto shown = browser->ask(
        "[...byId('picture').getContext('2d').getImageData(0, 0, 37, 23).data].filter((_, i) => i % 4 < 3)");
    const std::string pixels = replayed.str().substr(replayed.str().size() - std::size_t{3} * 37 * 23);
    EXPECT_EQ(shown.get<std::vector<std::uint8_t>>(), std::vector<std::uint8_t>(pixels.begin(), pixels.end())) << call;
  }
  const Outcome history =
      run({"pixel", "t.trace", "--frame", "0", "--at", "10,9", "--image", "window depth", "--json"});
  ASSERT_EQ(history.code, 0) << history.err;
  std::vector<float> depths;
  const auto changes = nlohmann::json::parse(history.out).at("changes");
  for (const auto& change : changes) depths.push_back(change.at("after")[0].get<float>());
  const auto in_page = browser->ask(
      "pixelHistory(frame.images.find(({ label }) => label === 'window depth'), 10, 9)"
      ".then((rows) => rows.map(({ after }) => pixelValues(after, 0, kDepth)[0]))");
  EXPECT_EQ(in_page.get<std::vector<float>>(), depths);
  EXPECT_GE(depths.size(), 3u);
}

TEST_F(InspectTest, FitsOnATelephoneAndALargeScreen) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(8, 4);
  commented_program("a comment");
  scene.clear(kRedColor).fill(kGreenColor).swap();
  page();
  in_browser("");
  for (const int width : {360, 1280, 3840}) {
    browser->resize(width, 800);
    for (const char* tab : {"summary", "call", "state", "shaders", "textures", "vertices"}) {
      in_browser(std::string("#tab=") + tab);
      EXPECT_LE(browser->ask("document.documentElement.scrollWidth"), width) << tab;
    }
    // The rows of the tree lie one below the other, however high they are.
    EXPECT_EQ(browser->ask("[...document.querySelectorAll('.row')].every((row, i, rows) => i === 0 || "
                           "Math.abs(row.getBoundingClientRect().top - "
                           "rows[i - 1].getBoundingClientRect().bottom) < 1)"),
              true);
  }
}

TEST_F(InspectTest, ShowsShadersOfADraw) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(8, 4);
  commented_program("a comment");
  scene.clear(kRedColor).fill(kGreenColor).swap();
  page();
  EXPECT_TRUE(contains(in_browser("#tab=shaders"), "/* a comment */"));
}

TEST_F(InspectTest, NothingIsWrittenForAFrameThatIsNotThere) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("t.trace", scene.bytes());
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "1", "-o", "page.html"}).code, 125);
  EXPECT_FALSE(exists("page.html"));
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "0"}).code, 2);
  EXPECT_EQ(run({"inspect", "t.trace", "--frame", "0", "-o", "t.trace"}).code, 2);
}

}  // namespace
}  // namespace replay
