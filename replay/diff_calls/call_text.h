// The text of a call in pieces, so that what changed can be pointed out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "replay/diff_calls/comparable_calls.h"

namespace replay {

struct TextPiece {
  std::string text;  // without control characters
  bool changed = false;
};

// The call at hand. `changed` says for each of calls.arguments() whether it differs from the other side; missing
// elements count as false.
std::vector<TextPiece> call_text(const ComparableCalls& calls, const std::vector<bool>& changed);

// A remark where the texts of two arguments that differ are the same: "data differs from byte 17 on". Otherwise empty.
std::string hidden_difference(const loaders::Call& a, const loaders::Call& b, const std::vector<bool>& changed);

}  // namespace replay
