#include "replay/observe/progress.h"

#include <fmt/format.h>

#include "replay/base/progress_line.h"
#include "replay/base/reading_progress.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

// The part of this loop. Frames are known only where the replay ends with one of them.
double part_of_loop(const ReplayGoal& goal, const ReplayPosition& position) {
  if (!goal.last_frame) return position.part_read;
  return static_cast<double>(position.frame + 1) / static_cast<double>(*goal.last_frame + 1);
}

}  // namespace

std::string progress_text(const ReplayGoal& goal, const ReplayPosition& position) {
  std::string text = goal.loops > 1 ? fmt::format("loop {} of {}, ", goal.loop, goal.loops) : "";
  text += fmt::format("frame {}", position.frame);
  if (goal.last_frame) text += fmt::format(" of {}", *goal.last_frame);
  text += fmt::format(", call {}", position.call);
  if (position.seconds > 0)
    text += fmt::format(", {:.0f} calls/s", static_cast<double>(position.call) / position.seconds);
  const std::string left = time_left(part_of_loop(goal, position), position.seconds);
  if (!left.empty()) text += ", " + left;
  return left.empty() || goal.loops == 1 ? text : text + " of this loop";
}

void Progress::begin(const ReplayGoal& goal) {
  goal_ = goal;
  begin_ = std::chrono::steady_clock::now();
}

void Progress::frame_shown(Dispatcher& d, std::uint64_t frame) {
  if (!shows_progress()) return;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin_;
  show_progress(progress_text(goal_, {.frame = frame,
                                      .call = d.current() != nullptr ? d.current()->number : 0,
                                      .part_read = part_read(),
                                      .seconds = since.count()}));
}

void Progress::finished(Dispatcher&) { clear_progress(); }

}  // namespace replay
