#include "replay/player/held_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace replay {
namespace {

std::uint64_t bytes_of(const loaders::Batch& batch) {
  return batch.bytes() + batch.calls.capacity() * sizeof(loaders::Call);
}

// How many frames a batch ends; nothing when one of them ends before its last call.
std::optional<std::uint64_t> frames_ended(const loaders::Batch& batch) {
  const auto ends = [](const loaders::Call& call) { return call.is(loaders::kEndsFrame); };
  const auto count = static_cast<std::uint64_t>(std::ranges::count_if(batch.calls, ends));
  if (count > 1 || (count == 1 && !ends(batch.calls.back()))) return std::nullopt;
  return count;
}

}  // namespace

loaders::Result<HeldRecording> HeldRecording::read(loaders::CallSource& source, const HeldFrames& repeated,
                                                   std::uint64_t times, std::uint64_t most_bytes) {
  HeldRecording held;
  SizeLookahead lookahead;
  std::uint64_t frames = 0, read = 0;
  std::size_t end = 0;  // of the repeated frames; 0: not reached
  std::size_t first = repeated.first == 0 ? 0 : SIZE_MAX;
  while (times <= 1 || frames <= repeated.last) {
    auto batch = std::make_unique<loaders::Batch>();
    if (source.read(*batch) == loaders::ReadStatus::kEnd) break;
    batch->calls.shrink_to_fit();
    held.bytes_ += bytes_of(*batch);
    if (held.bytes_ > most_bytes) {
      return loaders::Error{
          fmt::format("{}: its calls take more than {} MiB of memory", source.info().file, most_bytes >> 20)};
    }
    const auto ended = frames_ended(*batch);
    if (!ended && times > 1)
      return loaders::Error{fmt::format("{}: frames share a run of calls and cannot be repeated", source.info().file)};
    frames += ended.value_or(0);
    ++read;
    if (first == SIZE_MAX && frames == repeated.first) first = read;
    if (end == 0 && frames > repeated.last) end = read;
    lookahead.push(std::move(batch), held.batches_);
  }
  lookahead.finish(held.batches_);
  held.first_ = std::min(first, held.batches_.size());
  held.end_ = end == 0 ? held.batches_.size() : end;
  held.passes_left_ = times;
  return held;
}

const PlannedBatch* HeldRecording::next() {
  went_back_ = false;
  if (next_ == end_ && passes_left_ > 0 && --passes_left_ > 0 && first_ < end_) {
    next_ = first_;
    went_back_ = true;
  }
  return next_ < batches_.size() ? &batches_[next_++] : nullptr;
}

}  // namespace replay
