// What a comparison of two drivers measures, and how sure it has to be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace replay {

enum class Measure : std::uint8_t { kWall, kCpu, kGpu, kInstructions, kMemory };
inline constexpr std::array kMeasures = {Measure::kWall, Measure::kCpu, Measure::kGpu, Measure::kInstructions,
                                         Measure::kMemory};

// "wall", "cpu", "gpu", "instructions", "memory": as --measure takes them.
const char* to_word(Measure measure);
std::optional<Measure> parse_measure(std::string_view word);

// docs/verdicts.md says what each means for the verdict.
struct ComparisonRules {
  double slower_than = 1.02;        // a ratio
  double precision = 0.01;          // how wide an interval may be, as a part of its ratio
  double timeout = 120;             // seconds for all rounds of a trace
  bool needs_only_verdict = false;  // stop as soon as that stands, however wide the intervals are
  bool any_renderer = false;        // the sides may have different renderers
};

}  // namespace replay
