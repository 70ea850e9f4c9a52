#include "replay/command_line/nearest_word.h"

#include <algorithm>
#include <cstddef>

namespace replay {
namespace {

constexpr std::size_t kLongestWord = 40;

// The distance of Damerau and Levenshtein, where no letter moves twice. It works on the last three rows of the table.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(above);
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  if (typed.size() > kLongestWord) return "";
  std::string nearest;
  std::size_t best = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& word : words) {
    const std::size_t apart = distance(typed, word);
    if (apart >= best) continue;
    best = apart;
    nearest = word;
  }
  return nearest;
}

}  // namespace replay
