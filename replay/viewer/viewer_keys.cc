// Viewer: what the keys do.
#include <fmt/format.h>

#include <algorithm>

#include "replay/viewer/viewer.h"

namespace replay {
namespace {

constexpr std::size_t kMostDigits = 12;
constexpr std::size_t kFramesOfDraws = 4;  // whose lists of draws are kept

}  // namespace

void Viewer::press(const KeyPress& key) {
  const ViewerAction action = action_of(key);
  if (action == ViewerAction::kNone) return;
  wants_last_ = false;
  const bool types =
      action == ViewerAction::kDigit || action == ViewerAction::kEraseDigit || action == ViewerAction::kGo;
  if (types) return type(action, key);
  const bool typed = !digits_.empty();
  digits_.clear();
  if (typed) view_.say("");
  if (typed && action == ViewerAction::kLeave) return;
  act(action);
}

void Viewer::act(ViewerAction action) {
  switch (action) {
    case ViewerAction::kEnd: ended_ = true; return;
    case ViewerAction::kLeave:
      if (view_.shows_help()) view_.show_help(false);
      else ended_ = true;
      return;
    case ViewerAction::kFullscreen: return view_.toggle_fullscreen();
    case ViewerAction::kHelp: return view_.show_help(!view_.shows_help());
    default: break;
  }
  if (!has_shown_) return;  // everything else needs a picture
  switch (action) {
    case ViewerAction::kPause: paused_ ? go_on() : pause(); break;
    case ViewerAction::kFaster: speed_.go_faster(); break;
    case ViewerAction::kSlower: speed_.go_slower(); break;
    case ViewerAction::kLoop: mark_loop(); break;
    case ViewerAction::kLook: next_look(); break;
    case ViewerAction::kNextWindow: next_window(); break;
    case ViewerAction::kSave: save(); break;
    case ViewerAction::kCopy: copy(); break;
    default: move(action); break;
  }
  if (action == ViewerAction::kFaster || action == ViewerAction::kSlower)
    view_.say(speed_.is_limited() ? speed_.text() : "as fast as possible");
  set_title(true);
}

// What a step counts from: the place that is shown, or soon will be.
ViewedPlace Viewer::aim() const {
  if (jump_) return *jump_;
  if (is_live_ && !is_reached_) return target_;
  return follows_live_ && !paused_ && live_ ? *live_ : shown_;
}

void Viewer::move(ViewerAction action) {
  const ViewedPlace from = aim();
  paused_ = true;
  const auto count = frames_.count();
  const auto last = count && *count > 0 ? std::optional(*count - 1) : std::nullopt;
  const auto limited = [&](std::uint64_t frame) { return last ? std::min(frame, *last) : frame; };
  std::optional<ViewedPlace> to;
  const auto to_frame = [&](std::optional<std::uint64_t> frame) {
    if (frame) to = ViewedPlace{limited(*frame)};
  };
  switch (action) {
    case ViewerAction::kNext: to_frame(from.is_frame() ? frame_after(from.frame) : from.frame); break;
    case ViewerAction::kPrevious: to_frame(frame_before(from.frame)); break;
    case ViewerAction::kTenOn: to_frame(frame_after(from.frame + 9)); break;
    case ViewerAction::kTenBack: to_frame(frame_before(from.frame - std::min<std::uint64_t>(from.frame, 9))); break;
    case ViewerAction::kFirst: to_frame(shows_one_window() ? frames_.next_of(window_, 0) : 0); break;
    case ViewerAction::kLast:
      wants_last_ = !last;  // until the number of frames is known
      if (last) to_frame(shows_one_window() ? frames_.previous_of(window_, *last) : last);
      else view_.say("the frames are being counted");
      break;
    case ViewerAction::kNextDraw: to = draw_after(from); break;
    case ViewerAction::kPreviousDraw: to = draw_before(from); break;
    default: return;
  }
  if (action == ViewerAction::kTenBack && !to) to_frame(0);
  if (to && (*to != from || from != shown_)) go(*to);
}

std::optional<std::uint64_t> Viewer::frame_after(std::uint64_t frame) const {
  return shows_one_window() ? frames_.next_of(window_, frame + 1) : frame + 1;
}

std::optional<std::uint64_t> Viewer::frame_before(std::uint64_t frame) const {
  if (frame == 0) return std::nullopt;
  return shows_one_window() ? frames_.previous_of(window_, frame - 1) : frame - 1;
}

const std::vector<FrameDraw>* Viewer::draws_of(std::uint64_t frame) {
  const auto known = std::ranges::find(draws_, frame, &std::pair<std::uint64_t, std::vector<FrameDraw>>::first);
  if (known != draws_.end()) return &known->second;
  auto found = find_draws(*setup_.open(), frame);
  if (!found) return nullptr;
  if (draws_.size() == kFramesOfDraws) draws_.erase(draws_.begin());
  return &draws_.emplace_back(frame, *std::move(found)).second;
}

// A frame without draws is stepped over as a whole.
std::optional<ViewedPlace> Viewer::draw_after(const ViewedPlace& place) {
  const std::uint64_t frame = place.is_frame() ? place.frame + 1 : place.frame;
  const auto* draws = draws_of(frame);
  if (draws == nullptr) return std::nullopt;
  auto next = draws->begin();
  if (!place.is_frame()) {
    next = std::ranges::find(*draws, place.call, &FrameDraw::call);
    // A call that is no draw may have been asked for by its number.
    next = next != draws->end()
               ? next + 1
               : std::ranges::find_if(*draws, [&](const auto& draw) { return draw.call > place.call; });
  }
  return next == draws->end() ? ViewedPlace{frame} : ViewedPlace{frame, next->call};
}

std::optional<ViewedPlace> Viewer::draw_before(const ViewedPlace& place) {
  const auto* draws = draws_of(place.frame);
  const FrameDraw* before = nullptr;
  if (draws != nullptr) {
    for (const FrameDraw& draw : *draws) {
      if (draw.call == place.call || (!place.is_frame() && draw.call > place.call)) break;
      before = &draw;
    }
  }
  if (before != nullptr) return ViewedPlace{place.frame, before->call};
  if (place.frame == 0) return std::nullopt;
  return ViewedPlace{place.frame - 1};
}

void Viewer::pause() {
  const ViewedPlace at = aim();
  paused_ = true;
  if (!follows_live_ || at == shown_) return;
  if (jump_ || !is_reached_) return;
  go({at.frame + 1});  // the replay has gone on since, and what it drew was not looked at
}

void Viewer::go_on() {
  paused_ = false;
  const auto count = frames_.count();
  if (count && shown_.is_frame() && shown_.frame + 1 >= *count) go({0});
}

void Viewer::type(ViewerAction action, const KeyPress& key) {
  if (action == ViewerAction::kDigit && digits_.size() < kMostDigits) digits_ += static_cast<char>(key.key);
  if (action == ViewerAction::kEraseDigit && !digits_.empty()) digits_.pop_back();
  if (action != ViewerAction::kGo)
    return view_.say(digits_.empty() ? "" : fmt::format("go to frame {}_", digits_), true);
  if (digits_.empty() || !has_shown_) return;
  const std::uint64_t asked = std::stoull(std::exchange(digits_, {}));
  const auto count = frames_.count();
  const std::uint64_t frame = count && *count > 0 ? std::min(asked, *count - 1) : asked;
  view_.say(frame == asked ? "" : fmt::format("frame {} is the last", frame));
  paused_ = true;
  go({frame});
  set_title(true);
}

void Viewer::mark_loop() {
  const std::uint64_t frame = aim().frame;
  if (mark_from_ && (mark_to_ || frame == *mark_from_)) {
    mark_from_.reset();
    mark_to_.reset();
    return view_.say("no loop");
  }
  if (!mark_from_) {
    mark_from_ = frame;
    return view_.say(fmt::format("loop from frame {}: L again where it ends", frame));
  }
  mark_to_ = std::max(*mark_from_, frame);
  mark_from_ = std::min(*mark_from_, frame);
  view_.say(fmt::format("loop from frame {} to {}", *mark_from_, *mark_to_));
}

void Viewer::next_look() {
  const ViewedPlace at = aim();
  jump_.reset();
  look_ = look_ == Look::kAsRecorded  ? Look::kWireframe
          : look_ == Look::kWireframe ? Look::kOverdraw
                                      : Look::kAsRecorded;
  go(at);
}

void Viewer::next_window() {
  const std::vector<std::uint64_t> windows = canvases_.empty() ? frames_.windows() : canvases_;
  if (windows.size() < 2) return view_.say("the recording has one window");
  const ViewedPlace at = aim();
  jump_.reset();
  const auto now = std::ranges::find(windows, window_);
  const std::size_t next = window_ == 0 ? 0 : static_cast<std::size_t>(now - windows.begin()) + 1;
  window_ = next < windows.size() ? windows[next] : 0;
  view_.say(window_ == 0 ? "the window that each frame shows"
                         : fmt::format("window {} of {}", next + 1, windows.size()));
  auto frame = std::optional(at.frame);
  if (shows_one_window()) {
    frame = frames_.previous_of(window_, at.frame);
    if (!frame) frame = frames_.next_of(window_, at.frame);
  }
  if (frame) go({*frame});
}

void Viewer::save() {
  const PictureKey key = key_of(shown_);
  if (const ViewedPicture* shown = pictures_.find(key)) view_.say(setup_.save(*shown, key));
}

void Viewer::copy() {
  const std::string command = setup_.command(shown_);
  if (command.empty()) return view_.say("a recording that came through a pipe has no command");
  view_.say(view_.copy(command) ? "copied: " + command : "the clipboard cannot be written");
}

}  // namespace replay
