#include "replay/viewer/view.h"

#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/viewer/keys.h"
#include "replay/viewer/text_box.h"

namespace replay {
namespace {

constexpr std::chrono::milliseconds kTextTime{4000}, kTitleTime{100};

}  // namespace

void View::show(const Picture& picture, const std::string& note) {
  picture_ = picture;
  note_ = note;
  redraw();
}

void View::redraw() {
  if (!picture_.valid()) return;
  if (!screen_) screen_ = need(Screen::open(platform_, title_, picture_.width, picture_.height));
  const Pixels pixels = screen_->draw(picture_);
  TextBox said;
  for (const std::string& line : {note_, text_}) {
    if (!line.empty()) said.lines.push_back(line);
  }
  if (!said.lines.empty()) draw(said, pixels);
  if (shows_help_) draw(TextBox{.at = TextBox::At::kCenter, .lines = help_lines()}, pixels);
  screen_->show();
}

void View::set_title(const std::string& title, bool at_once) {
  const auto now = Clock::now();
  if (!at_once && now - title_set_ < kTitleTime) return;
  title_set_ = now;
  title_ = title;
  if (screen_) screen_->set_title(title);
}

void View::say(std::string text, bool stays) {
  text_ = std::move(text);
  text_until_.reset();
  if (!stays && !text_.empty()) text_until_ = Clock::now() + kTextTime;
  redraw();
}

void View::forget_old_text() {
  if (text_until_ && Clock::now() >= *text_until_) say("");
}

void View::show_help(bool shown) {
  shows_help_ = shown;
  redraw();
}

void View::toggle_fullscreen() {
  if (screen_) screen_->toggle_fullscreen();
  redraw();
}

}  // namespace replay
