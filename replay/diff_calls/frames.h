// Which frames of two recordings belong together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace replay {

struct FrameCalls {
  std::span<const std::uint64_t> hashes;     // of the calls, with their objects
  std::span<const std::uint32_t> functions;  // of the calls
};

struct FramePair {
  std::size_t a = 0, b = 0;
  bool same = false;  // call for call
};

// Pairs frames in ascending order: those that are the same, then those with the same functions, then those that have
// the most calls in common. A frame without a pair is only in one recording.
std::vector<FramePair> pair_frames(const std::vector<FrameCalls>& a, const std::vector<FrameCalls>& b);

}  // namespace replay
