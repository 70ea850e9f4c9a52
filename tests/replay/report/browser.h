// Browser: a Chromium without a window that a test opens pages in, presses keys in and asks. The test and the browser
// speak Chromium's debugging protocol over pipes: no port, no other program, and the clock is the real one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/replay/observe/scratch_folder.h"

namespace replay {

class Browser {
 public:
  // Throws std::runtime_error when there is none, or it does not answer. So do all others.
  Browser();
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  static bool is_installed();

  // Opens a file, and returns when it and all its pictures are there. `link` is what follows its name: "#call=6".
  void open(const std::filesystem::path& file, const std::string& link = "");
  void resize(int width, int height);

  // The value of an expression of JavaScript; a promise is waited for.
  nlohmann::json ask(const std::string& expression);
  // Waits until the expression is true.
  void wait_for(const std::string& expression);
  std::string html() { return ask("document.documentElement.outerHTML"); }

  // A key as KeyboardEvent.key names it: "j", " ", "ArrowRight".
  void press(const std::string& key);
  // The first element that the selector of CSS finds, in its middle.
  void click(const std::string& selector);
  void save_screenshot(const std::filesystem::path& file);

  // What went wrong in scripts, and what the page's policy has blocked.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void start();
  nlohmann::json call(const std::string& method, nlohmann::json parameters = nlohmann::json::object());
  nlohmann::json next_message();
  void note(const nlohmann::json& event);

  ScratchFolder profile_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;  // pipes
  std::string received_;     // what has no end yet
  std::string session_;      // of the page
  int last_id_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace replay
