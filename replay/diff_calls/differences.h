// The differences of two recordings as lines for people, in hunks with the calls around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "replay/diff_calls/call_text.h"
#include "replay/diff_calls/edit_script.h"

namespace replay {

struct DifferenceLine {
  enum class Kind : std::uint8_t { kHunk, kSame, kRemoved, kAdded } kind = Kind::kHunk;
  std::optional<std::uint64_t> call_a{}, call_b{};  // the numbers of the call in the recordings
  std::vector<TextPiece> text{};
  std::string remark{};  // empty: none
};

// Reads both recordings again, up to the last difference, and gives each line to `take` until it returns false.
// `context` is the number of calls shown around a difference.
void list_differences(ComparableCalls& a, ComparableCalls& b, const EditScript& script, const ObjectMatches& matches,
                      std::size_t context, const std::function<bool(const DifferenceLine&)>& take);

// "3 calls changed, 2 only in A, 0 only in B, 1003 the same; 99 of 100 frames are the same".
std::string to_string(const EditTotals& totals);

}  // namespace replay
