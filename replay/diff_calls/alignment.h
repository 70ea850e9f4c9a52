// Aligns two sequences as `diff` does: finds a long common subsequence of them.
//
// Elements that occur once on both sides are anchors (Bram Cohen's "patience diff"). What lies between two anchors is
// aligned by E. W. Myers' algorithm in linear space ("An O(ND) Difference Algorithm and Its Variations", 1986). Its
// search is cut short where the two sides have little in common, so the time stays near-linear; the result is then
// still an alignment, but not always the longest one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace replay {

// `length` elements from `a` on are equal to those from `b` on.
struct EqualRun {
  std::size_t a = 0, b = 0, length = 0;

  bool operator==(const EqualRun&) const = default;
};

// Collects runs in ascending order. Neighbours are joined.
class EqualRuns {
 public:
  void add(EqualRun run);
  const std::vector<EqualRun>& all() const { return runs_; }

 private:
  std::vector<EqualRun> runs_;
};

// Adds the runs of the alignment of `a` and `b` to `runs`, with `at` added to their positions.
void align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, EqualRun at, EqualRuns& runs);

std::vector<EqualRun> align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace replay
