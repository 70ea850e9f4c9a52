#include "replay/player/held_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "replay/base/cannot_judge.h"

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

// Stops at the end, or when as much is held as may be.
loaders::Status HeldRecording::read_more(std::uint64_t times) {
  while (!is_whole_ && (times <= 1 || frames_ <= repeated_.last)) {
    if (bytes_ > most_bytes_) return {};
    auto batch = std::make_unique<loaders::Batch>();
    if (source_->read(*batch) == loaders::ReadStatus::kEnd) break;
    batch->calls.shrink_to_fit();
    bytes_ += bytes_of(*batch);
    const auto ended = frames_ended(*batch);
    if (!ended && times > 1) {
      return loaders::Error{
          fmt::format("{}: frames share a run of calls and cannot be repeated", source_->info().file)};
    }
    frames_ += ended.value_or(0);
    ++read_;
    if (first_ == SIZE_MAX && frames_ == repeated_.first) first_ = read_;
    if (end_ == SIZE_MAX && frames_ > repeated_.last) end_ = read_;
    lookahead_.push(std::move(batch), batches_);
  }
  is_whole_ = true;
  lookahead_.finish(batches_);
  return {};
}

loaders::Result<HeldRecording> HeldRecording::read(loaders::CallSource& source, const HeldFrames& repeated,
                                                   std::uint64_t times, std::uint64_t most_bytes) {
  HeldRecording held;
  held.source_ = &source;
  held.repeated_ = repeated;
  held.most_bytes_ = most_bytes;
  held.first_ = repeated.first == 0 ? 0 : SIZE_MAX;
  held.end_ = SIZE_MAX;
  held.passes_left_ = times;
  if (auto status = held.read_more(times); !status) return std::move(status).error();
  if (held.is_whole_ || times <= 1) return held;
  return loaders::Error{
      fmt::format("{}: the calls of frames that are to be repeated, and those before, take more than "
                  "{} MiB of memory",
                  source.info().file, most_bytes >> 20)};
}

// Half of what may be held has been played, and a frame has just ended.
bool HeldRecording::needs_more() const {
  if (is_whole_ || next_ == 0) return false;
  const auto& calls = batches_[next_ - 1].batch->calls;
  if (calls.empty() || !calls.back().is(loaders::kEndsFrame)) return false;
  return played_bytes_ > most_bytes_ / 2 || next_ == batches_.size();
}

void HeldRecording::refill() {
  if (refilling_.begins) refilling_.begins();
  bytes_ -= std::exchange(played_bytes_, 0);
  batches_.erase(batches_.begin(), batches_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  need(read_more(1));
  if (refilling_.ends) refilling_.ends();
}

const PlannedBatch* HeldRecording::next() {
  went_back_ = false;
  if (needs_more()) refill();
  if (next_ == batches_.size() && !is_whole_) {
    throw CannotJudge(fmt::format("{}: the calls of a single frame take more than {} MiB of memory",
                                  source_->info().file, most_bytes_ >> 20));
  }
  if (next_ == std::min(end_, batches_.size()) && passes_left_ > 0 && --passes_left_ > 0 && first_ < next_) {
    next_ = first_;
    went_back_ = true;
  }
  if (next_ == batches_.size()) return nullptr;
  if (!is_whole_) played_bytes_ += bytes_of(*batches_[next_].batch);
  return &batches_[next_++];
}

}  // namespace replay
