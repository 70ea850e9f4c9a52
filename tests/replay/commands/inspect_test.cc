// `replay inspect`: the page has what the frame does, works in a browser, and no text of a recording can act in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "replay/inspect/page_writer.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/report/browser.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kVertexShader = 0x8B31, kFragmentShader = 0x8B30, kApplication = 0x824A;

// What would act if it became a part of the page: as an element, an attribute, the end of a script, or a link.
const std::string kHostile =
    "</script><script>document.title='taken'</script> <img src=x onerror=\"document.title='taken'\"> ]]> "
    "<a href=\"javascript:document.title='taken'\">link</a> <!-- <style>*{display:none}</style>";

class InspectTest : public ProgramTest {
 protected:
  // Writes the page of frame 0 and returns its text.
  std::string page(const std::vector<std::string>& more = {}) {
    write("t.trace", scene.bytes());
    std::vector<std::string> words = {"inspect", "t.trace", "--frame", "0", "-o", "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::ifstream file(path("page.html"), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // Opens the page, and returns the document when its script has shown all. `link` is what follows the page's name.
  std::string in_browser(const std::string& link) {
    if (!browser) browser.emplace();
    browser->open(path("page.html"), link);
    browser->wait_for("document.querySelector('#panel').childElementCount > 0");
    EXPECT_EQ(browser->problems(), std::vector<std::string>{});
    return browser->html();
  }

  // Uses a program whose fragment shader has the text in a comment.
  void program(const std::string& text) {
    const auto shader = [&](int type, int name, const std::string& source) {
      scene.trace.call("glCreateShader(type)", {en(type)}).returns(name);
      scene.trace.call("glShaderSource(shader, count, string, length)",
                       {name, 1, items({tests::at::text(source)}), null()});
      scene.trace.call("glCompileShader(shader)", {name});
    };
    shader(kVertexShader, 31, "void main() { gl_Position = gl_Vertex; }\n");
    shader(kFragmentShader, 32, "/* " + text + " */\nvoid main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }\n");
    scene.trace.call("glCreateProgram()", {}).returns(33);
    for (const int name : {31, 32}) scene.trace.call("glAttachShader(program, shader)", {33, name});
    scene.trace.call("glLinkProgram(program)", {33});
    scene.trace.call("glUseProgram(program)", {33});
  }

  ApitraceScene scene;
  std::optional<Browser> browser;
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
  program(kHostile);
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

TEST_F(InspectTest, ShowsShadersOfADraw) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(8, 4);
  program("a comment");
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
