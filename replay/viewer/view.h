// View: what a person sees of the viewer: its window with the picture, the title, the help and what there is to say.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "replay/viewer/screen.h"
#include "replay/viewer/viewed_pictures.h"

namespace replay {

class View {
 public:
  using Clock = std::chrono::steady_clock;

  // `platform` is borrowed. The window opens with the first picture.
  explicit View(const Platform& platform) : platform_(platform) {}

  // `note` belongs to the picture: it is shown as long as the picture is. Throws CannotJudge when no window can be
  // opened.
  void show(const Picture& picture, const std::string& note);
  void redraw();
  std::size_t bytes_of_picture() const { return picture_.rgba.size(); }

  // `at_once`: not when the title has just changed, because a window manager needs time for each title.
  void set_title(const std::string& title, bool at_once);

  // Says something over the picture for a while, or as long as `stays`.
  void say(std::string text, bool stays = false);
  // Draws the window anew when a text has been there long enough.
  void forget_old_text();

  void show_help(bool shown);
  bool shows_help() const { return shows_help_; }

  void toggle_fullscreen();
  bool copy(const std::string& text) { return screen_ && screen_->copy(text); }

 private:
  const Platform& platform_;
  std::unique_ptr<Screen> screen_;
  Picture picture_;  // that is shown
  std::string note_, text_, title_ = "replay";
  std::optional<Clock::time_point> text_until_;
  Clock::time_point title_set_{};
  bool shows_help_ = false;
};

}  // namespace replay
