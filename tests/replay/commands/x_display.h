// XDisplay: an X server of a test's own, with what a person at it does and sees: keys, titles, pixels, the clipboard.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "replay/picture/picture.h"
#include "replay/process/child_process.h"

namespace replay {

// Waits until something is so, generously: the machine may be busy. Returns whether it came to be.
bool wait_until(const std::function<bool()>& is_so, std::chrono::seconds at_most = std::chrono::seconds(60));

class XDisplay {
 public:
  static constexpr int kWidth = 1024, kHeight = 768;

  // is_there() is false where the server is not installed or does not start.
  XDisplay();
  ~XDisplay();
  XDisplay(const XDisplay&) = delete;
  XDisplay& operator=(const XDisplay&) = delete;

  bool is_there() const { return connection_ != nullptr; }
  std::string name() const { return name_; }  // ":1234"

  // The title of the window that is seen; empty: there is none.
  std::string title() const;
  // Whether it comes to have this text within its title.
  bool comes_to_say(const std::string& text) const;

  // Presses and releases a key, by the name of what it writes: "q", "question", "Right".
  void press(const std::string& key, bool with_shift = false) const;
  void resize(int width, int height) const;
  void close() const;

  // What the window shows. Not valid: there is none.
  Picture picture() const;

  // What can be pasted.
  std::optional<std::string> clipboard() const;

 private:
  struct Connection;
  unsigned long window() const;

  std::unique_ptr<ChildProcess> server_;
  std::unique_ptr<Connection> connection_;
  std::string name_;
};

}  // namespace replay
