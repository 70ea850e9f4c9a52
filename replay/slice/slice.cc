#include "replay/slice/slice.h"

#include <algorithm>

#include "replay/base/cannot_judge.h"
#include "replay/seek/drawing_history.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

using loaders::Call;

// Where the replay has come to, and whether it is in the part that is asked for.
class Position {
 public:
  explicit Position(const SliceOf& wanted) : wanted_(wanted) {}

  bool is_wanted(const Call& call) const {
    if (wanted_.calls) return call.number >= wanted_.calls->first && call.number <= wanted_.calls->last;
    return frame_ >= wanted_.frames->first && frame_ <= wanted_.frames->last;
  }
  bool is_over(const Call& call) const {
    if (wanted_.calls) return call.number > wanted_.calls->last && !call.is(loaders::kDerived);
    return frame_ > wanted_.frames->last;
  }
  void pass(const Call& call) { frame_ += call.is(loaders::kEndsFrame) ? 1 : 0; }

 private:
  const SliceOf& wanted_;
  std::uint64_t frame_ = 0;
};

// Gives `use` each call, until it returns false.
template <class F>
void for_each_call(loaders::CallSource& source, F&& use) {
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const Call& call : batch.calls) {
      if (!use(call)) return;
    }
  }
}

std::vector<CallRun> dead_draws(loaders::CallSource& source, const SliceOf& wanted, Caution caution) {
  if (caution == Caution::kAllIsKept) return {};
  CallSet frames, calls;
  if (wanted.frames) frames.add(*wanted.frames);
  if (wanted.calls) calls.add(*wanted.calls);
  const bool guesses = caution == Caution::kFramesAreRedrawn || caution == Caution::kCallsAreAccepted;
  DrawingHistory history(frames, calls, false, guesses);
  for_each_call(source, [&](const Call& call) {
    return call.is(loaders::kIncomplete) && !call.is(loaders::kEndsFrame) ? history.follow_incomplete(call)
                                                                          : history.follow(call);
  });
  if (caution == Caution::kFramesAreRedrawn) return history.dead_calls_of_redrawn_frames().runs;
  return history.dead_calls({.calls = guesses, .redraws = false, .not_redrawn = {}}).runs;
}

}  // namespace

std::optional<Slice> slice_recording(const std::function<std::unique_ptr<loaders::CallSource>()>& open,
                                     const SliceOf& wanted, Caution caution) {
  const std::vector<CallRun> dead = dead_draws(*open(), wanted, caution);
  const auto is_dead = [&](const Call& call) {
    const auto run = std::ranges::upper_bound(dead, call.number, {}, &CallRun::first);
    return run != dead.begin() && call.number <= std::prev(run)->last;
  };
  Slicer slicer(caution);
  Slice slice;
  Position position(wanted);
  bool any = false;
  for_each_call(*open(), [&](const Call& call) {
    if (position.is_over(call) || slicer.is_full()) return false;
    const bool is_wanted = position.is_wanted(call);
    if (is_wanted && !any) slice.first = call.number;
    if (is_wanted) slice.last = call.number;
    any |= is_wanted;
    slicer.follow(call, is_wanted, is_dead(call));
    position.pass(call);
    ++slice.read;
    return true;
  });
  if (slicer.is_full()) throw CannotJudge("the recording has more calls than can be followed");
  if (!any) return std::nullopt;
  slice.frames_before = slicer.kept_frames();
  slice.calls = slicer.needed_calls();
  return slice;
}

}  // namespace replay
