#include "replay/seek/seek_analysis.h"

#include <optional>
#include <utility>
#include <vector>

#include "replay/seek/drawing_history.h"
#include "replay/seek/drawing_reader.h"
#include "replay/seek/segments.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& all) {
  return all.size() * sizeof(T);
}

}  // namespace

SeekAnalysis::SeekAnalysis(loaders::CallSource& source, const SeekFor& wanted)
    : frames_(wanted.frames),
      goes_on_(wanted.goes_on),
      trusts_programs_(wanted.guesses.calls),
      // Pictures of calls, and what comes after the last frame, may show anything.
      follows_states_(wanted.guesses.state && wanted.calls.empty() && !wanted.goes_on) {
  DrawingHistory history(frames_, wanted.calls, goes_on_, trusts_programs_);
  std::optional<StateHistory> states;
  if (follows_states_) states.emplace();
  read_drawing(source, wanted.passages, history, states ? &*states : nullptr);
  gave_up_ = history.why_hopeless();
  if (!gave_up_.empty()) return;
  drawn_ = history.take_with_pictures();
  if (!states) return;
  drawn_.segments = states->take();
  if (wanted.passages != nullptr) drawn_.chunks = wanted.passages->chunks();
}

// Which programs are current, and which calls name units that there are, decides about the steps.
bool SeekAnalysis::serves(const SeekGuesses& guesses) const {
  return guesses.calls == trusts_programs_ || (trusts_programs_ && !drawn_.relies_on_driver());
}

SeekPlan SeekAnalysis::plan(const SeekGuesses& guesses) const {
  DeadCalls dead;
  dead.gave_up = gave_up_;
  if (!gave_up_.empty()) return SeekPlan(std::move(dead));
  dead = drawn_.dead_calls_of_all(goes_on_, guesses, redraws_under(guesses));
  if (follows_states_ && guesses.state) leave_out_segments(drawn_.segments, drawn_.chunks, frames_, dead);
  return SeekPlan(std::move(dead));
}

bool SeekAnalysis::is_small() const {
  std::size_t bytes = bytes_of(drawn_.steps) + bytes_of(drawn_.chunks) + bytes_of(drawn_.segments) +
                      bytes_of(drawn_.frame_ends) + bytes_of(drawn_.shown) + bytes_of(drawn_.surfaces) +
                      bytes_of(drawn_.targets);
  for (const Segment& each : drawn_.segments) bytes += bytes_of(each.needs) + bytes_of(each.carried);
  for (const TargetSurfaces& each : drawn_.targets) bytes += bytes_of(each);
  for (std::size_t i = 0; i < drawn_.image_sets.size(); ++i)
    bytes += bytes_of(drawn_.image_sets.at(static_cast<std::uint16_t>(i)));
  return bytes <= kMaxKeptBytes;
}

}  // namespace replay
