#include "replay/library/live_replay.h"

#include <algorithm>
#include <utility>

#include "loaders/base/own_thread.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/trace_limits.h"
#include "replay/platform/platform.h"
#include "replay/player/unswapped_frame.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"

namespace replay {

LiveReplay::LiveReplay(std::string trace) : trace_(std::move(trace)) {}

LiveReplay::~LiveReplay() {
  if (!thread_.joinable()) return;
  {
    std::unique_lock lock(mutex_);
    quits_ = true;
    if (!ended_) give_turn(Turn::kReplay, lock);
  }
  thread_.join();
}

// Hands over the turn and waits until it comes back, or until the replay has ended.
void LiveReplay::give_turn(Turn to, std::unique_lock<std::mutex>& lock) {
  const Turn mine = to == Turn::kReplay ? Turn::kOwner : Turn::kReplay;
  turn_ = to;
  turn_changes_.notify_all();
  turn_changes_.wait(lock, [&] { return turn_ == mine; });
}

bool LiveReplay::go(Place wanted) {
  std::unique_lock lock(mutex_);
  if (was_asked_ && wanted.call == place_.call && (wanted.call || wanted.frame == place_.frame)) return !ended_;
  wanted_ = wanted;
  if (!std::exchange(was_asked_, true)) {
    const loaders::StartsThreadsWithoutSignals inherited;  // also by the threads of the driver
    thread_ = std::thread([this] { run(); });
  }
  give_turn(Turn::kReplay, lock);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return !ended_;
}

void LiveReplay::look(const std::function<void(Dispatcher&)>& see) {
  std::unique_lock lock(mutex_);
  see_ = see;
  give_turn(Turn::kReplay, lock);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

std::optional<Picture> LiveReplay::picture() {
  std::optional<Picture> picture;
  look([&](Dispatcher& dispatcher) {
    picture = place_.call ? read_draw_framebuffer(dispatcher) : read_frame(dispatcher, swap_, drawable_);
  });
  return picture;
}

void LiveReplay::run() {
  {
    std::unique_lock lock(mutex_);
    turn_changes_.wait(lock, [&] { return turn_ == Turn::kReplay; });
  }
  std::exception_ptr failure;
  try {
    const AllLimits limits;
    const auto unswapped = find_unswapped_frame(*open_recording(trace_, limits.loaders));
    const auto source = open_recording(trace_, limits.loaders);
    const std::unique_ptr<Platform> platform = need(Platform::create(Display::kHeadless));
    Playback playback(*source, *platform, {.title = "replay", .limits = limits.driver});
    CallSet all;
    all.add(CallRange{});
    playback.play({.observers = {this}, .watched_calls = &all, .unswapped = unswapped});
    if (const auto& error = source->error()) throw CannotJudge(error->to_string());
  } catch (const Quit&) {
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  ended_ = true;
  turn_ = Turn::kOwner;
  turn_changes_.notify_all();
}

// Lets the owner do what it likes, until it wants the replay to go on.
void LiveReplay::stop_here(Dispatcher& dispatcher) {
  std::unique_lock lock(mutex_);
  do {
    see_ = nullptr;
    give_turn(Turn::kOwner, lock);
    if (quits_) throw Quit{};
    if (!see_) return;
    try {
      see_(dispatcher);
    } catch (...) {
      failure_ = std::current_exception();
    }
  } while (true);
}

void LiveReplay::call_done(Dispatcher& dispatcher, const loaders::Call& call) {
  newest_ = std::max(newest_, call.number);
  if (!wanted_.call || call.number < *wanted_.call) return;
  place_ = {.frame = place_.frame, .call = wanted_.call};
  stop_here(dispatcher);
}

void LiveReplay::frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call* swap,
                            Drawable* drawable) {
  place_.frame = frame;
  if (!wanted_.call && frame >= wanted_.frame) {
    place_.call.reset();
    swap_ = swap;
    drawable_ = drawable;
    stop_here(dispatcher);
  }
  place_.frame = frame + 1;
}

}  // namespace replay
