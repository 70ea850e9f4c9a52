// Tolerance: how much two pictures may differ and still count as the same.
//
//   exact          not at all
//   N[:PERCENT]    a channel may differ by up to N (0 to 255); PERCENT of the pixels (default 0) may exceed that
//   ssim[:SCORE]   perceptual: the mean structural similarity of the worst channel is at least SCORE (default 0.99).
//                  Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment, 2004. "perceptual" is another name for it
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "loaders/base/result.h"

namespace replay {

struct Tolerance {
  enum class Mode : std::uint8_t { kExact, kChannel, kSsim } mode = Mode::kExact;
  int channel = 0;     // kChannel: largest difference of a channel
  double percent = 0;  // kChannel: how many of the pixels may exceed it, 0 to 100
  double score = 1;    // kSsim: least mean similarity, 0 to 1

  bool operator==(const Tolerance&) const = default;
};

loaders::Result<Tolerance> parse_tolerance(std::string_view text);
std::string to_string(const Tolerance& tolerance);  // in the grammar above

}  // namespace replay
