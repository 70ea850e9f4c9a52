#include "replay/picture/similarity.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "replay/picture/comparison.h"

namespace replay {
namespace {

constexpr int kRadius = 5, kTaps = 2 * kRadius + 1;
constexpr double kSigma = 1.5;
constexpr double kC1 = (0.01 * 255) * (0.01 * 255), kC2 = (0.03 * 255) * (0.03 * 255);
constexpr int kSide = 32;                    // of a tile
constexpr int kReach = kSide + 2 * kRadius;  // of a tile with what its pixels see

std::array<double, kTaps> gaussian() {
  std::array<double, kTaps> weights{};
  for (int i = -kRadius; i <= kRadius; ++i) weights[i + kRadius] = std::exp(-i * i / (2 * kSigma * kSigma));
  return weights;
}

// A range of rows or columns of the picture, and what its pixels see of it.
struct Range {
  int first, end;      // pixels
  int seen, seen_end;  // with the window around them

  Range(int tile, int size)
      : first(tile * kSide),
        end(std::min(first + kSide, size)),
        seen(std::max(first - kRadius, 0)),
        seen_end(std::min(end + kRadius, size)) {}
};

// The weights of the window around each pixel of a range: from which one on, how many, and their values.
struct Windows {
  std::array<int, kSide> from{}, count{};
  std::array<std::array<double, kTaps>, kSide> weights{};

  explicit Windows(const Range& range) {
    static const auto kWeights = gaussian();
    for (int at = range.first; at < range.end; ++at) {
      const auto i = static_cast<std::size_t>(at - range.first);
      const int begin = std::max(at - kRadius, range.seen), end = std::min(at + kRadius + 1, range.seen_end);
      from[i] = begin - range.seen;
      count[i] = end - begin;
      double sum = 0;
      for (int k = begin; k < end; ++k) sum += kWeights[static_cast<std::size_t>(k - at + kRadius)];
      for (int k = begin; k < end; ++k)
        weights[i][static_cast<std::size_t>(k - begin)] = kWeights[static_cast<std::size_t>(k - at + kRadius)] / sum;
    }
  }
};

using Seen = std::array<std::array<double, kReach>, kReach>;
using Tile = std::array<std::array<double, kSide>, kSide>;

// The means of the windows of all pixels of a tile.
void blur(const Seen& in, const Range& rows, const Windows& across, const Windows& down, Tile& out) {
  std::array<std::array<double, kSide>, kReach> half{};
  for (std::size_t y = 0; y < static_cast<std::size_t>(rows.seen_end - rows.seen); ++y) {
    for (std::size_t x = 0; x < kSide; ++x) {
      double sum = 0;
      for (std::size_t k = 0; k < static_cast<std::size_t>(across.count[x]); ++k)
        sum += across.weights[x][k] * in[y][static_cast<std::size_t>(across.from[x]) + k];
      half[y][x] = sum;
    }
  }
  for (std::size_t y = 0; y < static_cast<std::size_t>(rows.end - rows.first); ++y) {
    out[y].fill(0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(down.count[y]); ++k) {
      const auto& row = half[static_cast<std::size_t>(down.from[y]) + k];
      for (std::size_t x = 0; x < kSide; ++x) out[y][x] += down.weights[y][k] * row[x];
    }
  }
}

bool are_equal(const Picture& first, const Picture& second, const Range& columns, const Range& rows) {
  for (int y = rows.seen; y < rows.seen_end; ++y) {
    const std::uint8_t *a = first.row(y), *b = second.row(y);
    const auto from = static_cast<std::size_t>(columns.seen) * 4, to = static_cast<std::size_t>(columns.seen_end) * 4;
    if (std::memcmp(a + from, b + from, to - from) != 0) return false;
  }
  return true;
}

}  // namespace

Similarity::Similarity(int width, int height)
    : width_(width),
      height_(height),
      columns_((width + kSide - 1) / kSide),
      tiles_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>((height + kSide - 1) / kSide)) {}

Similarity::Sums Similarity::tile(const Picture& first, const Picture& second, int column, int row) const {
  const Range columns(column, width_), rows(row, height_);
  Sums sums{};
  if (are_equal(first, second, columns, rows)) {
    sums.fill(static_cast<double>(columns.end - columns.first) * static_cast<double>(rows.end - rows.first));
    return sums;
  }
  const Windows across(columns), down(rows);
  Seen a{}, b{}, aa{}, bb{}, ab{};
  Tile mean_a{}, mean_b{}, mean_aa{}, mean_bb{}, mean_ab{};
  for (std::size_t channel = 0; channel < sums.size(); ++channel) {
    for (int y = rows.seen; y < rows.seen_end; ++y) {
      for (int x = columns.seen; x < columns.seen_end; ++x) {
        const auto i = static_cast<std::size_t>(y - rows.seen), k = static_cast<std::size_t>(x - columns.seen);
        const std::size_t at = static_cast<std::size_t>(x) * 4 + channel;
        const double one = first.row(y)[at], other = second.row(y)[at];
        a[i][k] = one;
        b[i][k] = other;
        aa[i][k] = one * one;
        bb[i][k] = other * other;
        ab[i][k] = one * other;
      }
    }
    for (const auto& [in, out] : {std::pair(&a, &mean_a), std::pair(&b, &mean_b), std::pair(&aa, &mean_aa),
                                  std::pair(&bb, &mean_bb), std::pair(&ab, &mean_ab)})
      blur(*in, rows, across, down, *out);
    for (std::size_t y = 0; y < static_cast<std::size_t>(rows.end - rows.first); ++y) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(columns.end - columns.first); ++x) {
        const double ma = mean_a[y][x], mb = mean_b[y][x];
        const double luminance = (2 * ma * mb + kC1) / (ma * ma + mb * mb + kC1);
        const double structure =
            (2 * (mean_ab[y][x] - ma * mb) + kC2) / ((mean_aa[y][x] - ma * ma) + (mean_bb[y][x] - mb * mb) + kC2);
        sums[channel] += luminance * structure;
      }
    }
  }
  return sums;
}

void Similarity::update(const Picture& first, const Picture& second, int x, int y, int width, int height) {
  const int left = std::max(x - kRadius, 0) / kSide, right = std::min(x + width + kRadius, width_) - 1;
  const int top = std::max(y - kRadius, 0) / kSide, bottom = std::min(y + height + kRadius, height_) - 1;
  for (int row = top; row <= bottom / kSide; ++row) {
    for (int column = left; column <= right / kSide; ++column)
      tiles_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] =
          tile(first, second, column, row);
  }
}

double Similarity::mean() const {
  double worst = 1;
  for (std::size_t channel = 0; channel < Sums().size(); ++channel) {
    double sum = 0;
    for (const Sums& tile : tiles_) sum += tile[channel];
    worst = std::min(worst, sum / (static_cast<double>(width_) * static_cast<double>(height_)));
  }
  return worst;
}

double mean_ssim(const Picture& first, const Picture& second) {
  Similarity all(first.width, first.height);
  all.update(first, second, 0, 0, first.width, first.height);
  return all.mean();
}

}  // namespace replay
