#include "replay/viewer/speed.h"

#include <fmt/format.h>

#include <algorithm>

namespace replay {
namespace {

constexpr double kUsual = 60, kSlowest = 60.0 / 64, kFastest = 240;

}  // namespace

void Speed::go_faster() {
  if (rate_) *rate_ *= 2;
  if (rate_ && *rate_ > kFastest) rate_.reset();
}

void Speed::go_slower() { rate_ = rate_ ? std::max(*rate_ / 2, kSlowest) : kUsual; }

void Speed::frame_shown(Clock::time_point now) {
  if (!rate_) return;
  const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / *rate_));
  due_ = std::clamp(due_ + time, now, now + time);
  if (due_ == now) due_ += time;  // it was late by more than a frame
}

int Speed::wait(Clock::time_point now) const {
  if (!rate_ || due_ <= now) return 0;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(due_ - now).count());
}

std::string Speed::text() const { return rate_ ? fmt::format("{:.4g} frames/s", *rate_) : ""; }

}  // namespace replay
