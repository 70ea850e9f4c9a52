#include "replay/viewer/frame_list.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/frame_calls.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

constexpr std::uint8_t kNoWindow = 0xFF;
constexpr std::size_t kMostThreads = 1024;  // more share one
constexpr int kNice = 10;                   // the replay comes first

// Follows which drawable is current on each thread, for swaps that name none.
class CurrentDrawables {
 public:
  void follow(const loaders::Call& call) {
    if (const auto change = change_of_current(call)) of(call.thread) = change->drawable;
  }
  std::uint64_t shown_by(const loaders::Call& swap) {
    return drawable_of_swap(swap).value_or(swap.is(loaders::kDerived) ? 0 : of(swap.thread));
  }

 private:
  std::uint64_t& of(std::uint32_t thread) {
    return current_[current_.size() < kMostThreads || current_.contains(thread) ? thread : 0];
  }
  std::unordered_map<std::uint32_t, std::uint64_t> current_;
};

}  // namespace

FrameList::FrameList(OpenRecording open)
    : thread_([this, open = std::move(open)](const std::stop_token& stop) {
        prepare_own_thread("frames");
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
        try {
          read(stop, open);
        } catch (...) {  // the thread that plays finds out for itself what is wrong
        }
      }) {}

void FrameList::read(const std::stop_token& stop, const OpenRecording& open) {
  const auto source = open();
  CurrentDrawables drawables;
  loaders::Batch batch;
  bool has_calls = false;
  while (!stop.stop_requested() && source->read(batch) == loaders::ReadStatus::kBatch) {
    std::vector<std::uint64_t> shown;
    for (const loaders::Call& call : batch.calls) {
      has_calls = true;
      drawables.follow(call);
      if (call.is(loaders::kEndsFrame)) shown.push_back(drawables.shown_by(call));
    }
    const std::lock_guard lock(mutex_);
    for (const std::uint64_t drawable : shown) {
      if (shown_.size() == kMostFrames) return;
      auto place = std::ranges::find(windows_, drawable);
      if (place == windows_.end() && drawable != 0 && windows_.size() < kMostWindows)
        place = windows_.insert(windows_.end(), drawable);
      shown_.push_back(place == windows_.end() ? kNoWindow : static_cast<std::uint8_t>(place - windows_.begin()));
    }
  }
  if (stop.stop_requested()) return;
  const std::lock_guard lock(mutex_);
  if (shown_.empty() && has_calls) shown_.push_back(kNoWindow);  // a recording without a swap is one frame
  is_whole_ = true;
}

std::optional<std::uint64_t> FrameList::count() const {
  const std::lock_guard lock(mutex_);
  return is_whole_ ? std::optional<std::uint64_t>(shown_.size()) : std::nullopt;
}

std::vector<std::uint64_t> FrameList::windows() const {
  const std::lock_guard lock(mutex_);
  return windows_;
}

std::optional<std::uint64_t> FrameList::next_of(std::uint64_t window, std::uint64_t from) const {
  const std::lock_guard lock(mutex_);
  for (std::uint64_t frame = from; frame < shown_.size(); ++frame) {
    if (shown_[frame] != kNoWindow && windows_[shown_[frame]] == window) return frame;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> FrameList::previous_of(std::uint64_t window, std::uint64_t from) const {
  const std::lock_guard lock(mutex_);
  for (std::uint64_t end = std::min<std::uint64_t>(from + 1, shown_.size()); end > 0; --end) {
    if (shown_[end - 1] != kNoWindow && windows_[shown_[end - 1]] == window) return end - 1;
  }
  return std::nullopt;
}

std::optional<std::vector<FrameDraw>> find_draws(loaders::CallSource& source, std::uint64_t frame) {
  std::vector<FrameDraw> draws;
  std::uint64_t at = 0;
  bool has_calls = false;
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      const glbindings::Signature& signature = glbindings::signature(call.function);
      has_calls |= at == frame;
      if (at == frame && !call.is(loaders::kDerived) && signature.has(glbindings::kRenders))
        draws.push_back({call.number, signature.name()});
      if (call.is(loaders::kEndsFrame) && at++ == frame) return draws;
    }
  }
  return at == 0 && frame == 0 && has_calls ? std::optional(std::move(draws)) : std::nullopt;
}

std::optional<std::uint64_t> find_frame_of(loaders::CallSource& source, std::uint64_t wanted) {
  std::uint64_t frame = 0;
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      if (call.number == wanted && !call.is(loaders::kDerived)) return frame;
      if (call.is(loaders::kEndsFrame)) ++frame;
    }
  }
  return std::nullopt;
}

}  // namespace replay
