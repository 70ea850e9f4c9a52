#include "replay/viewer/viewer.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/process/signals.h"

namespace replay {
namespace {

constexpr int kIdle = 100;                   // milliseconds between two looks at what else may have happened
constexpr int kTimeOfStoredPicture = 16;     // milliseconds
constexpr std::uint64_t kNear = 10;          // frames
constexpr std::uint64_t kCheaperToPlay = 4;  // a frame that is left out costs less than this part of one that is drawn

const char* name_of(Look look) {
  switch (look) {
    case Look::kWireframe: return "wireframe";
    case Look::kOverdraw: return "overdraw";
    default: return "as recorded";
  }
}

}  // namespace

Viewer::Viewer(const Platform& platform, ViewerSetup setup)
    : setup_(std::move(setup)),
      frames_(setup_.open),
      view_(platform),
      speed_(setup_.fps),
      paused_(setup_.is_paused) {}

// Stays at the place that the replay has come to, as long as the person looks at it, or at others that there are
// pictures of. Returns false when this round has to end.
bool Viewer::stay() {
  for (;;) {
    const auto begin = Clock::now();
    const int wait = time_to_wait();
    const Inputs inputs = take_inputs(wait);
    if (wait > 0 && is_live_) idle_ += Clock::now() - begin;
    for (const KeyPress& key : inputs.presses) press(key);
    if (inputs.must_redraw) view_.redraw();
    view_.forget_old_text();
    if (paused_ && has_shown_) set_title(false);  // by now there may be more to say
    if (wants_last_) move(ViewerAction::kLast);
    ended_ |= asked_to_end() != 0;
    if (ended_ || jump_) return false;
    const bool approaches = is_live_ && !is_reached_;
    const bool plays_on = !paused_ && is_reached_ && time_to_wait() == 0;
    if (plays_on && follows_live_ && live_ && ends_loop(live_->frame)) go({*mark_from_});
    else if (plays_on && !(follows_live_ && is_live_)) play_from_pictures();
    else if (approaches || plays_on) break;
    if (jump_) return false;
  }
  went_on_at_ = Clock::now();
  return true;
}

int Viewer::time_to_wait() const {
  if (is_live_ && !is_reached_) return 0;
  if (paused_) return kIdle;
  const auto now = Clock::now();
  int wait = speed_.wait(now);
  if (!speed_.is_limited() && !follows_live_) {
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now - shown_at_).count();
    wait = std::max(wait, kTimeOfStoredPicture - static_cast<int>(std::min<std::int64_t>(since, kTimeOfStoredPicture)));
  }
  return std::min(wait, kIdle);
}

// The replay stands somewhere else than what is shown.
void Viewer::play_from_pictures() {
  const auto next = ends_loop(shown_.frame) ? mark_from_ : frame_after(shown_.frame);
  const auto count = frames_.count();
  if (next && (!count || *next < *count)) return go({*next});
  paused_ = true;
  set_title(true);
}

bool Viewer::can_go_on_to(const ViewedPlace& place) const {
  if (!is_live_ || live_look_ != look_) return false;
  if (!live_) return place == target_;
  if (place <= *live_) return false;
  const std::uint64_t frames = place.frame - live_->frame;
  return frames <= std::max(kNear, place.frame / kCheaperToPlay);
}

void Viewer::go(const ViewedPlace& place) {
  jump_.reset();
  if (const ViewedPicture* picture = pictures_.find(key_of(place))) {
    is_reached_ = true;
    follows_live_ = is_live_ && live_look_ == look_ && live_ == place;
    return show(place, *picture);
  }
  if (!can_go_on_to(place)) {
    jump_ = place;
    return;
  }
  target_ = place;
  first_read_ = place.frame;
  is_reached_ = false;
  choose_watched();
}

void Viewer::show(const ViewedPlace& place, const ViewedPicture& picture) {
  shown_ = place;
  shown_call_ = picture.call;
  has_shown_ = true;
  shown_at_ = Clock::now();
  speed_.frame_shown(shown_at_);
  view_.show(picture.picture, picture.note);
  set_title(paused_);
}

std::string Viewer::title() const {
  std::string text = fmt::format("{}: frame {}", setup_.name, shown_.frame);
  if (const auto count = frames_.count()) text += fmt::format(" of {}", *count);
  if (!shown_.is_frame()) {
    text += fmt::format(", call {}", shown_.call);
    for (const auto& [frame, draws] : draws_) {
      const auto at = std::ranges::find(draws, shown_.call, &FrameDraw::call);
      if (frame != shown_.frame || at == draws.end()) continue;
      text += fmt::format(" {}, draw {} of {}", at->function, at - draws.begin() + 1, draws.size());
    }
  } else {
    text += fmt::format(", call {}", shown_call_);
  }
  if (look_ != Look::kAsRecorded) text += fmt::format(", {}", name_of(look_));
  if (speed_.is_limited()) text += ", " + speed_.text();
  if (mark_from_) text += fmt::format(", loop {}-{}", *mark_from_, mark_to_ ? std::to_string(*mark_to_) : "");
  const bool seeks = jump_ || (is_live_ && !is_reached_);
  if (seeks) text += fmt::format(", going to {}", jump_ ? jump_->frame : target_.frame);
  else if (paused_) text += ", paused";
  return text;
}

void Viewer::set_title(bool at_once) { view_.set_title(title(), at_once); }

}  // namespace replay
