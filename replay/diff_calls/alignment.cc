#include "replay/diff_calls/alignment.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace replay {
namespace {

using Sequence = std::span<const std::uint64_t>;
using Pair = std::pair<std::size_t, std::size_t>;

// How many differences one search goes through before it takes the best split so far.
constexpr std::ptrdiff_t kMaxCost = 512;
// Anchors are looked for inside of a stretch between anchors so many times at most.
constexpr int kMaxDepth = 32;

// The furthest points that paths from one corner reach on each diagonal (x - y), by Myers' rules.
class Frontier {
 public:
  Frontier(std::ptrdiff_t width, std::ptrdiff_t height, std::ptrdiff_t cost)
      : width_(width),
        height_(height),
        offset_(cost + 1),
        furthest_(static_cast<std::size_t>(2 * cost + 3), -1) {}

  std::ptrdiff_t on(std::ptrdiff_t diagonal) const {
    return std::abs(diagonal) >= offset_ ? -1 : furthest_[static_cast<std::size_t>(diagonal + offset_)];
  }

  // Goes on by one difference. `same(x, y)` says whether both sides are equal there.
  template <class Same>
  void advance(std::ptrdiff_t cost, Same same) {
    for (std::ptrdiff_t k = -cost; k <= cost; k += 2) {
      std::ptrdiff_t x = cost == 0 ? 0 : start_on(k);
      if (x >= 0)
        while (x < width_ && x - k < height_ && same(x, x - k)) ++x;
      furthest_[static_cast<std::size_t>(k + offset_)] = x;
    }
  }

  // The point that lies furthest from the corner.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> best(std::ptrdiff_t cost) const {
    std::pair<std::ptrdiff_t, std::ptrdiff_t> best{0, 0};
    for (std::ptrdiff_t k = -cost; k <= cost; k += 2) {
      const std::ptrdiff_t x = on(k);
      if (x >= 0 && 2 * x - k > best.first + best.second) best = {x, x - k};
    }
    return best;
  }

 private:
  std::ptrdiff_t start_on(std::ptrdiff_t k) const {
    const std::ptrdiff_t from_left = on(k - 1), from_above = on(k + 1);
    std::ptrdiff_t x = -1;
    if (from_left >= 0 && from_left < width_) x = from_left + 1;
    if (from_above >= 0 && from_above - k <= height_) x = std::max(x, from_above);
    return x;
  }

  std::ptrdiff_t width_, height_, offset_;
  std::vector<std::ptrdiff_t> furthest_;
};

// A point that a good path from corner to corner goes through. Preconditions: both are not empty, and they differ in
// their first and in their last element.
Pair middle(Sequence a, Sequence b) {
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t limit = std::min(kMaxCost, (n + m + 1) / 2), delta = n - m;
  const auto at = [](Sequence of, std::ptrdiff_t i) { return of[static_cast<std::size_t>(i)]; };
  const auto point = [](std::ptrdiff_t x, std::ptrdiff_t y) {
    return Pair{static_cast<std::size_t>(x), static_cast<std::size_t>(y)};
  };
  Frontier forward(n, m, limit), backward(n, m, limit);
  for (std::ptrdiff_t cost = 0; cost <= limit; ++cost) {
    forward.advance(cost, [&](std::ptrdiff_t x, std::ptrdiff_t y) { return at(a, x) == at(b, y); });
    if (delta % 2 != 0) {
      for (std::ptrdiff_t k = -cost; k <= cost; k += 2) {
        if (std::abs(delta - k) > cost - 1) continue;
        const std::ptrdiff_t x = forward.on(k), back = backward.on(delta - k);
        if (x >= 0 && back >= 0 && x + back >= n) return point(x, x - k);
      }
    }
    backward.advance(cost, [&](std::ptrdiff_t x, std::ptrdiff_t y) { return at(a, n - 1 - x) == at(b, m - 1 - y); });
    if (delta % 2 == 0) {
      for (std::ptrdiff_t k = -cost; k <= cost; k += 2) {
        if (std::abs(delta - k) > cost) continue;
        const std::ptrdiff_t back = backward.on(k), x = forward.on(delta - k);
        if (x >= 0 && back >= 0 && x + back >= n) return point(n - back, m - (back - k));
      }
    }
  }
  const auto ahead = forward.best(limit), behind = backward.best(limit);
  if (ahead.first + ahead.second >= behind.first + behind.second) return point(ahead.first, ahead.second);
  return point(n - behind.first, m - behind.second);
}

struct Occurrence {
  std::uint64_t element;
  std::size_t at;

  bool operator<(const Occurrence& other) const {
    return element != other.element ? element < other.element : at < other.at;
  }
};

// The elements that occur once, sorted by their values.
std::vector<Occurrence> singles(Sequence sequence) {
  std::vector<Occurrence> all;
  all.reserve(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i) all.push_back({sequence[i], i});
  std::sort(all.begin(), all.end());
  std::vector<Occurrence> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool again =
        (i > 0 && all[i - 1].element == all[i].element) || (i + 1 < all.size() && all[i + 1].element == all[i].element);
    if (!again) result.push_back(all[i]);
  }
  return result;
}

// The longest subsequence that ascends on both sides.
std::vector<Pair> ascending(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::size_t> ends;  // of the best subsequence of each length, as indices into `pairs`
  std::vector<std::size_t> before(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto place = std::partition_point(ends.begin(), ends.end(),
                                            [&](std::size_t end) { return pairs[end].second < pairs[i].second; });
    before[i] = place == ends.begin() ? i : *(place - 1);
    if (place == ends.end()) ends.push_back(i);
    else *place = i;
  }
  std::vector<Pair> result(ends.size());
  for (std::size_t i = ends.size(), at = ends.empty() ? 0 : ends.back(); i-- > 0; at = before[at])
    result[i] = pairs[at];
  return result;
}

std::vector<Pair> anchors(Sequence a, Sequence b) {
  const std::vector<Occurrence> of_a = singles(a), of_b = singles(b);
  std::vector<Pair> pairs;
  for (auto left = of_a.begin(), right = of_b.begin(); left != of_a.end() && right != of_b.end();) {
    if (left->element < right->element) ++left;
    else if (right->element < left->element) ++right;
    else pairs.emplace_back((left++)->at, (right++)->at);
  }
  return ascending(std::move(pairs));
}

void align_between(Sequence a, Sequence b, EqualRun at, EqualRuns& runs, int depth) {
  std::size_t prefix = 0, suffix = 0;
  const std::size_t shorter = std::min(a.size(), b.size());
  while (prefix < shorter && a[prefix] == b[prefix]) ++prefix;
  while (suffix < shorter - prefix && a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) ++suffix;
  runs.add({at.a, at.b, prefix});
  const EqualRun end = {at.a + a.size() - suffix, at.b + b.size() - suffix, suffix};
  a = a.subspan(prefix, a.size() - prefix - suffix);
  b = b.subspan(prefix, b.size() - prefix - suffix);
  at = {at.a + prefix, at.b + prefix, 0};
  if (!a.empty() && !b.empty()) {
    const std::vector<Pair> found = depth < kMaxDepth ? anchors(a, b) : std::vector<Pair>();
    const bool by_anchors = !found.empty();
    std::vector<Pair> cuts = by_anchors ? found : std::vector<Pair>{middle(a, b)};
    cuts.emplace_back(a.size(), b.size());
    Pair from{0, 0};
    for (const Pair& cut : cuts) {
      align_between(a.subspan(from.first, cut.first - from.first), b.subspan(from.second, cut.second - from.second),
                    {at.a + from.first, at.b + from.second, 0}, runs, by_anchors ? depth + 1 : kMaxDepth);
      from = cut;
    }
  }
  runs.add(end);
}

}  // namespace

void EqualRuns::add(EqualRun run) {
  if (run.length == 0) return;
  if (!runs_.empty()) {
    EqualRun& last = runs_.back();
    if (last.a + last.length == run.a && last.b + last.length == run.b) {
      last.length += run.length;
      return;
    }
  }
  runs_.push_back(run);
}

void align(Sequence a, Sequence b, EqualRun at, EqualRuns& runs) { align_between(a, b, at, runs, 0); }

std::vector<EqualRun> align(Sequence a, Sequence b) {
  EqualRuns runs;
  align(a, b, {}, runs);
  return runs.all();
}

}  // namespace replay
