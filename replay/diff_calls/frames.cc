#include "replay/diff_calls/frames.h"

#include <algorithm>
#include <array>

#include "replay/base/mixed_hash.h"
#include "replay/diff_calls/alignment.h"

namespace replay {
namespace {

// A sketch counts calls by some bits of their hashes. The sketches of two frames show how many calls they have in
// common, without a look at the calls.
using Sketch = std::array<std::uint32_t, 64>;

// The table that finds the best pairs has so many cells at most; beyond that, frames are paired by their places.
constexpr std::size_t kMaxCells = 250'000;

struct Frame {
  std::uint64_t calls = 0, functions = 0;  // hashes
  Sketch sketch{};
};

Frame frame_of(const FrameCalls& calls) {
  Frame frame;
  for (const std::uint64_t hash : calls.hashes) {
    frame.calls = mixed(frame.calls, hash);
    ++frame.sketch[hash % frame.sketch.size()];
  }
  for (const std::uint32_t function : calls.functions) frame.functions = mixed(frame.functions, function);
  return frame;
}

std::uint32_t likeness(const Frame& a, const Frame& b) {
  std::uint32_t common = 0;
  for (std::size_t i = 0; i < a.sketch.size(); ++i) common += std::min(a.sketch[i], b.sketch[i]);
  return common;
}

class Pairing {
 public:
  Pairing(std::vector<Frame> a, std::vector<Frame> b) : a_(std::move(a)), b_(std::move(b)) {}

  std::vector<FramePair> run() {
    by_hash({0, 0}, {a_.size(), b_.size()}, &Frame::calls);
    return std::move(pairs_);
  }

 private:
  struct Place {
    std::size_t a, b;
  };

  static std::vector<std::uint64_t> hashes(const std::vector<Frame>& frames, std::size_t from, std::size_t to,
                                           std::uint64_t Frame::*hash) {
    std::vector<std::uint64_t> result;
    for (std::size_t i = from; i < to; ++i) result.push_back(frames[i].*hash);
    return result;
  }

  void by_hash(Place from, Place to, std::uint64_t Frame::*hash) {
    std::vector<EqualRun> runs = align(hashes(a_, from.a, to.a, hash), hashes(b_, from.b, to.b, hash));
    runs.push_back({to.a - from.a, to.b - from.b, 0});
    Place at = from;
    for (const EqualRun& run : runs) {
      const Place begin = {from.a + run.a, from.b + run.b};
      if (hash == &Frame::calls) by_hash(at, begin, &Frame::functions);
      else by_likeness(at, begin);
      for (std::size_t i = 0; i < run.length; ++i) add(begin.a + i, begin.b + i);
      at = {begin.a + run.length, begin.b + run.length};
    }
  }

  void by_likeness(Place from, Place to) {
    const std::size_t n = to.a - from.a, m = to.b - from.b;
    if (n == 0 || m == 0) return;
    if (n == m || n > kMaxCells / m) {
      for (std::size_t i = 0; i < std::min(n, m); ++i) add(from.a + i, from.b + i);
      return;
    }
    best_pairs(from, n, m);
  }

  // The pairs with the largest sum of likenesses, by dynamic programming. best(i, j) is that of the frames from i and j
  // on.
  void best_pairs(Place from, std::size_t n, std::size_t m) {
    std::vector<std::uint64_t> best((n + 1) * (m + 1));
    const auto cell = [&](std::size_t i, std::size_t j) -> std::uint64_t& { return best[i * (m + 1) + j]; };
    const auto paired = [&](std::size_t i, std::size_t j) {
      return cell(i + 1, j + 1) + 1 + likeness(a_[from.a + i], b_[from.b + j]);
    };
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = m; j-- > 0;) cell(i, j) = std::max({paired(i, j), cell(i + 1, j), cell(i, j + 1)});
    }
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
      if (cell(i, j) == paired(i, j)) add(from.a + i++, from.b + j++);
      else if (cell(i, j) == cell(i + 1, j)) ++i;
      else ++j;
    }
  }

  void add(std::size_t a, std::size_t b) { pairs_.push_back({a, b, a_[a].calls == b_[b].calls}); }

  std::vector<Frame> a_, b_;
  std::vector<FramePair> pairs_;
};

std::vector<Frame> frames_of(const std::vector<FrameCalls>& frames) {
  std::vector<Frame> result;
  for (const FrameCalls& frame : frames) result.push_back(frame_of(frame));
  return result;
}

}  // namespace

std::vector<FramePair> pair_frames(const std::vector<FrameCalls>& a, const std::vector<FrameCalls>& b) {
  return Pairing(frames_of(a), frames_of(b)).run();
}

}  // namespace replay
