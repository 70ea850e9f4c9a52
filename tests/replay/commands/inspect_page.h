// InspectPage: writes pages of `replay inspect` from scenes, and opens them in a browser where there is one.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/report/browser.h"

namespace replay {

class InspectPage : public ProgramTest {
 protected:
  static constexpr int kVertexShader = 0x8B31, kFragmentShader = 0x8B30;
  static constexpr int kProgram = 33;  // of program()

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

  // Uses a program of these two shaders.
  void program(const std::string& vertex_source, const std::string& fragment_source) {
    using namespace tests::at;
    const auto shader = [&](int type, int name, const std::string& source) {
      scene.trace.call("glCreateShader(type)", {en(type)}).returns(name);
      scene.trace.call("glShaderSource(shader, count, string, length)", {name, 1, items({text(source)}), null()});
      scene.trace.call("glCompileShader(shader)", {name});
    };
    shader(kVertexShader, 31, vertex_source);
    shader(kFragmentShader, 32, fragment_source);
    scene.trace.call("glCreateProgram()", {}).returns(kProgram);
    for (const int name : {31, 32}) scene.trace.call("glAttachShader(program, shader)", {kProgram, name});
    scene.trace.call("glLinkProgram(program)", {kProgram});
    scene.trace.call("glUseProgram(program)", {kProgram});
  }

  void label(int identifier, int name, const std::string& text) {
    scene.trace.call("glObjectLabel(identifier, name, length, label)",
                     {tests::at::en(identifier), name, -1, tests::at::text(text)});
  }

  ApitraceScene scene;
  std::optional<Browser> browser;
};

}  // namespace replay
