// ViewedPlace: what a viewer shows of a recording: a frame as it is at its end, or the pixels after one of its draw
// calls.
#pragma once

#include <compare>
#include <cstdint>

namespace replay {

struct ViewedPlace {
  static constexpr std::uint64_t kEndOfFrame = UINT64_MAX;

  std::uint64_t frame = 0;
  std::uint64_t call = kEndOfFrame;

  bool is_frame() const { return call == kEndOfFrame; }
  // Calls of several threads are not in the order of their numbers; their frames are.
  friend auto operator<=>(const ViewedPlace&, const ViewedPlace&) = default;
};

}  // namespace replay
