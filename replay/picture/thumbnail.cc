#include "replay/picture/thumbnail.h"

#include <algorithm>
#include <cstdint>

namespace replay {
namespace {

// The pixels [begin, end) that pixel `i` of `small` stands for.
struct Span {
  int begin, end;
};
Span span_of(int i, int small, int large) {
  const auto at = [&](int k) { return static_cast<int>(std::int64_t{k} * large / small); };
  return {at(i), std::max(at(i + 1), at(i) + 1)};
}

void put_mean(const Picture& picture, Span columns, Span rows, std::uint8_t* out) {
  std::uint64_t sums[3] = {};
  for (int y = rows.begin; y < rows.end; ++y) {
    const std::uint8_t* pixel = picture.row(y) + 4 * columns.begin;
    for (int x = columns.begin; x < columns.end; ++x, pixel += 4) {
      for (int c = 0; c < 3; ++c) sums[c] += pixel[c];
    }
  }
  const auto count =
      static_cast<std::uint64_t>(columns.end - columns.begin) * static_cast<std::uint64_t>(rows.end - rows.begin);
  for (int c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>((sums[c] + count / 2) / count);
  out[3] = 255;
}

}  // namespace

Picture thumbnail(const Picture& picture, int width, int height) {
  const double scale =
      std::min({1.0, static_cast<double>(width) / picture.width, static_cast<double>(height) / picture.height});
  Picture small{std::max(1, static_cast<int>(picture.width * scale)),
                std::max(1, static_cast<int>(picture.height * scale)),
                false,
                {}};
  small.rgba.resize(static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height) * 4);
  std::uint8_t* out = small.rgba.data();
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x, out += 4)
      put_mean(picture, span_of(x, small.width, picture.width), span_of(y, small.height, picture.height), out);
  }
  return small;
}

}  // namespace replay
