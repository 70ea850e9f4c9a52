// TimedCall: a call that has just been made, and how long it took.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"
#include "replay/profile/call_kind.h"

namespace replay {

struct TimedCall {
  const loaders::Call& call;
  CallKind kind = CallKind::kOther;
  std::uint64_t frame = 0;
  std::uint32_t program = 0;        // the recorded name of the program in use, or 0
  const void* context = nullptr;    // tells contexts apart; null: none is current
  double begin_us = 0, end_us = 0;  // on the clock, since the replay began
  double ms() const { return (end_us - begin_us) * 1e-3; }
};

}  // namespace replay
