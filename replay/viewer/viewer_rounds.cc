// Viewer: the rounds of the replay, and which pictures are taken in them.
#include <fmt/format.h>

#include <algorithm>

#include "glbindings/signature.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/viewer/viewer.h"

namespace replay {
namespace {

constexpr std::chrono::milliseconds kTimeOfPicture{16};  // no display shows more
constexpr double kSecondsBefore = 0.25;                  // that a step back may take longer, for the steps after it
constexpr std::uint64_t kMostBefore = 10, kUsualBefore = 3;

}  // namespace

std::optional<Way> Viewer::next_way() {
  is_live_ = false;
  if (!has_begun_) {
    has_begun_ = true;
    return begin(setup_.begin);
  }
  if (!jump_ && !ended_) round_came_to_its_end();
  if (ended_ || !jump_) return std::nullopt;
  return begin(*std::exchange(jump_, std::nullopt));
}

void Viewer::round_came_to_its_end() {
  if (!has_shown_) {  // there is nothing to look at; the report says why
    ended_ = true;
    return;
  }
  if (!paused_ && --setup_.loops > 0) {
    jump_ = ViewedPlace{};
    return;
  }
  if (setup_.exits_at_end) {
    ended_ = true;
    return;
  }
  if (!is_reached_) view_.say(fmt::format("the recording has {} frames", frame_));
  const bool loops = !paused_ && mark_to_;
  const bool shows_last = shown_.frame + 1 >= frame_;
  const bool wants_end = follows_live_ || !is_reached_;
  is_reached_ = true;
  live_.reset();
  if (loops) go({*mark_from_});
  else paused_ = true;
  if (!loops && wants_end && !shows_last && frame_ > 0 && !shows_one_window()) go({frame_ - 1});
  set_title(true);
  while (!ended_ && !jump_) stay();
}

Way Viewer::begin(const ViewedPlace& target) {
  const bool goes_back = has_shown_ && target < shown_;
  target_ = target;
  const std::uint64_t before = goes_back ? pictures_before() : 0;
  const Way way = target.is_frame() ? way_to_frame(target.frame, before) : way_to_draw(target, before);
  begin_round();
  if (has_shown_) set_title(true);
  return way;
}

void Viewer::begin_round() {
  is_live_ = true;
  is_reached_ = follows_live_ = false;
  live_.reset();
  live_look_ = look_;
  frame_ = 0;
  overdraw_ = {};
  wireframe_ = {};
  wireframe_.begin_with(first_read_);
  choose_watched();
  went_on_at_ = Clock::now();
}

// What was shown before the guess turned out to be wrong was right, so the round goes on from there.
void Viewer::begin_again() {
  if (live_ && *live_ > target_) target_ = *live_;
  begin_round();
}

// How many pictures before a place are worth to be taken: a few, and less where frames take long or are large.
std::uint64_t Viewer::pictures_before() const {
  std::uint64_t most = kUsualBefore;
  if (seconds_of_frame_ > 0)
    most = static_cast<std::uint64_t>(std::clamp(kSecondsBefore / seconds_of_frame_, 1.0, double{kMostBefore}));
  const std::uint64_t bytes = std::max<std::uint64_t>(view_.bytes_of_picture(), 1);
  return std::min(most, pictures_.most_bytes() / 4 / bytes);
}

Way Viewer::way_to_frame(std::uint64_t frame, std::uint64_t before) {
  first_read_ = frame - std::min(before, frame);
  read_draws_.clear();
  Way way;
  // Whoever looks at how a frame is drawn wants to see draws that no picture of it shows.
  if (look_ == Look::kAsRecorded) way.frames.add({.first = first_read_, .last = frame});
  else if (first_read_ > 0) way.frames.add({.first = first_read_ - 1, .last = first_read_ - 1});
  return way;
}

Way Viewer::way_to_draw(const ViewedPlace& target, std::uint64_t before) {
  first_read_ = target.frame;
  read_draws_ = {target.call};
  if (const auto* draws = draws_of(target.frame)) {
    const auto at = std::ranges::find(*draws, target.call, &FrameDraw::call);
    auto first = at;
    for (std::uint64_t i = 0; i < before && first != draws->begin(); ++i) --first;
    for (; first != at; ++first) read_draws_.push_back(first->call);
  }
  Way way;
  if (look_ == Look::kAsRecorded) {
    for (const std::uint64_t call : read_draws_) way.calls.add({.first = call, .last = call});
  } else if (target.frame > 0) {
    way.frames.add({.first = target.frame - 1, .last = target.frame - 1});
  }
  return way;
}

void Viewer::choose_watched() {
  watched_ = setup_.watched;
  if (!target_.is_frame() || look_ == Look::kOverdraw) watched_.add({.traits = glbindings::kRenders});
  if (!target_.is_frame()) watched_.add({.first = target_.call, .last = target_.call});
}

bool Viewer::wants(Dispatcher& d, std::uint64_t frame, const Drawable* drawable) const {
  if (frame < first_read_ || (frame <= target_.frame && !target_.is_frame())) return false;
  if (frame == target_.frame) return true;
  if (shows_one_window() && drawable != d.window_system.find_drawable(window_)) return false;
  if (frame < target_.frame) return true;
  const bool is_last = frames_.count() == frame + 1;
  return speed_.is_limited() || is_last || Clock::now() - shown_at_ >= kTimeOfPicture;
}

std::optional<ViewedPicture> Viewer::read(Dispatcher& d, const loaders::Call* swap, Drawable* drawable) const {
  if (look_ == Look::kOverdraw) {
    if (auto counted = overdraw_.picture()) return counted;
  }
  Drawable* chosen = window_ != 0 ? d.window_system.find_drawable(window_) : nullptr;
  auto picture = chosen != nullptr ? read_drawable(d, *chosen) : read_frame(d, swap, drawable);
  if (!picture || !picture->valid()) return std::nullopt;
  ViewedPicture shown{.picture = *std::move(picture)};
  if (look_ == Look::kOverdraw) shown.note = "nothing was drawn";
  if (look_ == Look::kWireframe && wireframe_.is_lacking()) shown.note = "OpenGL ES has no wireframe";
  return shown;
}

void Viewer::take(const ViewedPlace& place, std::optional<ViewedPicture> picture) {
  const bool is_target = place == target_ && !is_reached_;
  if (is_target) is_reached_ = true;
  if (!picture) {
    if (is_target) view_.say("there is nothing here of which there could be a picture");
    return;
  }
  const ViewedPicture& kept = pictures_.put(key_of(place), *std::move(picture));
  if (!is_reached_) return;
  follows_live_ = true;
  show(place, kept);
}

void Viewer::frame_ends(Dispatcher& d, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) {
  if (const auto canvases = d.window_system.canvases(); canvases.size() > 1) {
    canvases_.clear();
    for (const Drawable* canvas : canvases) canvases_.push_back(canvas->id);
  }
  if (!wants(d, frame, drawable)) return;
  auto picture = read(d, swap, drawable);
  if (picture) picture->call = swap != nullptr ? swap->number : d.current() != nullptr ? d.current()->number : 0;
  take({frame}, std::move(picture));
}

void Viewer::frame_shown(Dispatcher&, std::uint64_t frame) {
  frame_ = frame + 1;
  overdraw_.begin_frame();
}

void Viewer::call_done(Dispatcher& d, const loaders::Call& call) {
  if (look_ == Look::kOverdraw && frame_ >= first_read_) overdraw_.drawn(d, call);
  const ViewedPlace place{frame_, call.number};
  if (target_.is_frame() || frame_ != target_.frame) return;
  if (place != target_ && std::ranges::find(read_draws_, call.number) == read_draws_.end()) return;
  std::optional<ViewedPicture> shown;
  if (look_ == Look::kOverdraw) {
    shown = overdraw_.picture_of_current(d);
  } else if (auto picture = read_draw_framebuffer(d); picture && picture->valid()) {
    shown = ViewedPicture{.picture = *std::move(picture)};
    if (look_ == Look::kWireframe && wireframe_.is_lacking()) shown->note = "OpenGL ES has no wireframe";
  }
  if (shown) shown->call = call.number;
  take(place, std::move(shown));
}

bool Viewer::next_frame(std::uint64_t frame) {
  live_ = ViewedPlace{frame};
  if (frame >= target_.frame && !is_reached_) is_reached_ = true;
  if (frame > first_read_) {
    const double seconds = std::chrono::duration<double>(Clock::now() - went_on_at_).count();
    seconds_of_frame_ = seconds_of_frame_ > 0 ? 0.8 * seconds_of_frame_ + 0.2 * seconds : seconds;
  }
  return stay();
}

bool Viewer::next_call(const loaders::Call& call) {
  if (target_.is_frame()) return true;
  live_ = ViewedPlace{frame_, call.number};
  return stay();
}

}  // namespace replay
