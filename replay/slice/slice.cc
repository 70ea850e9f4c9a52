#include "replay/slice/slice.h"

#include <algorithm>
#include <unordered_map>

#include "replay/base/cannot_judge.h"
#include "replay/calls/frame_calls.h"
#include "replay/seek/drawing_history.h"
#include "replay/slice/slicer.h"
#include "replay/slice/without_calls.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

// Where the replay has come to, and whether it is in the part that is asked for.
class Position {
 public:
  explicit Position(const SliceOf& wanted) : wanted_(wanted) {}

  bool is_wanted(const Call& call) const {
    if (wanted_.calls) return call.number >= wanted_.calls->first && call.number <= wanted_.calls->last;
    const bool is_in_frames = frame_ >= wanted_.frames->first && frame_ <= wanted_.frames->last;
    return is_in_frames && (!wanted_.only_pictures || call.is(loaders::kEndsFrame));
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

// Which window is current on each thread.
class CurrentWindows {
 public:
  static constexpr std::size_t kMaxThreads = 1024;  // a damaged file could name any number

  void follow(const Call& call) {
    const auto change = change_of_current(call);
    if (!change || !change->succeeded || (windows_.size() >= kMaxThreads && !windows_.contains(call.thread))) return;
    windows_.erase(call.thread);
    const auto asks = function_that_asks(call.function);
    if (asks && change->drawable != 0)
      windows_[call.thread] = {
          .asks_size = *asks, .display = call.args[0].u, .drawable = change->drawable, .thread = call.thread};
  }
  std::optional<SliceWindow> of_thread(std::uint32_t thread) const {
    const auto found = windows_.find(thread);
    return found != windows_.end() ? std::optional(found->second) : std::nullopt;
  }

 private:
  static std::optional<FunctionId> function_that_asks(FunctionId makes_current) {
    switch (makes_current) {
      case FunctionId::glXMakeCurrent:
      case FunctionId::glXMakeContextCurrent:
      case FunctionId::glXMakeCurrentReadSGI: return FunctionId::glXQueryDrawable;
      case FunctionId::eglMakeCurrent: return FunctionId::eglQuerySurface;
      default: return std::nullopt;
    }
  }

  std::unordered_map<std::uint32_t, SliceWindow> windows_;
};

std::vector<CallRun> dead_draws(loaders::CallSource& source, const SliceOf& wanted, Caution caution,
                                const SeekGuesses& proven) {
  if (caution == Caution::kAllIsKept) return {};
  CallSet frames, calls;
  if (wanted.frames) frames.add(*wanted.frames);
  if (wanted.calls) calls.add(*wanted.calls);
  const bool guesses = caution <= Caution::kCallsAreAccepted;
  DrawingHistory history(frames, calls, false, guesses);
  if (guesses) history.judge_all_draws();
  for_each_call(source, [&](const Call& call) {
    return call.is(loaders::kIncomplete) && !call.is(loaders::kEndsFrame) ? history.follow_incomplete(call)
                                                                          : history.follow(call);
  });
  if (caution == Caution::kFramesAreRedrawn) return history.dead_calls_of_redrawn_frames().runs;
  if (caution == Caution::kRedrawsAreProven) return history.dead_calls(proven).runs;
  return history.dead_calls({.calls = guesses, .redraws = false, .not_redrawn = {}}).runs;
}

}  // namespace

std::optional<Slice> slice_recording(const std::function<std::unique_ptr<loaders::CallSource>()>& open,
                                     const SliceOf& wanted, Caution caution, std::span<const std::uint64_t> refused,
                                     const SeekGuesses& proven) {
  WithoutCalls effective(open(), refused);
  const std::vector<CallRun> dead = dead_draws(effective, wanted, caution, proven);
  const auto is_dead = [&](CallPlace place) {
    const auto run = std::ranges::upper_bound(dead, place, {}, &CallRun::first);
    return run != dead.begin() && place <= std::prev(run)->last;
  };
  CallPlaces places;  // of calls that are not refused, as in `dead`
  Slicer slicer(caution);
  Slice slice;
  Position position(wanted);
  CurrentWindows windows;
  std::vector<std::uint64_t> refused_but_wanted;
  bool any = false;
  for_each_call(*open(), [&](const Call& call) {
    if (position.is_over(call) || slicer.is_full()) return false;
    const bool is_wanted = position.is_wanted(call);
    if (is_wanted && !any) slice.first = call.number;
    windows.follow(call);
    if (is_wanted) {
      slice.last = call.number;
      slice.window = windows.of_thread(call.thread);
    }
    any |= is_wanted;
    if (!std::ranges::binary_search(refused, call.number))
      slicer.follow(call, is_wanted, is_dead(places.next(call)) && !call.is(loaders::kDerived));
    else if (is_wanted && !call.is(loaders::kDerived)) refused_but_wanted.push_back(call.number);
    position.pass(call);
    ++slice.read;
    return true;
  });
  if (slicer.is_full()) throw CannotJudge("the recording has more calls than can be followed");
  if (!any) return std::nullopt;
  slice.frames_before = slicer.kept_frames();
  slice.calls = slicer.needed_calls();
  slice.calls.insert(slice.calls.end(), refused_but_wanted.begin(), refused_but_wanted.end());
  std::ranges::sort(slice.calls);
  return slice;
}

}  // namespace replay
