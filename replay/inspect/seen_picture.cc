#include "replay/inspect/seen_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace replay {
namespace {

using Form = AttachmentImage::Form;

template <class T>
std::vector<double> numbers_of(const AttachmentImage& image) {
  std::vector<T> values(image.bytes.size() / sizeof(T));
  std::memcpy(values.data(), image.bytes.data(), values.size() * sizeof(T));
  return {values.begin(), values.end()};
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

// Of the finite values of the first `channels` of each `step`.
Range range_of(const std::vector<double>& values, std::size_t step, std::size_t channels) {
  Range range;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % step >= channels || !std::isfinite(values[i])) continue;
    range.low = std::min(range.low, values[i]);
    range.high = std::max(range.high, values[i]);
  }
  return range;
}

std::uint8_t to_byte(double value) {
  return value > 0 ? static_cast<std::uint8_t>(std::min(value, 1.0) * 255 + 0.5) : 0;  // NaN is black
}

// Grey pixels out of one value each, or opaque colours out of four, of which the last is left out.
Picture stretched(const AttachmentImage& image, const std::vector<double>& values, std::size_t step, Range range) {
  Picture picture{image.width, image.height, true, {}};
  const double scale = range.high > range.low ? 1 / (range.high - range.low) : 1;
  picture.rgba.resize(values.size() / step * 4, 255);
  for (std::size_t pixel = 0; pixel < values.size() / step; ++pixel) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const double value = values[pixel * step + (step == 1 ? 0 : channel)];
      picture.rgba[4 * pixel + channel] = to_byte((value - range.low) * scale);
    }
  }
  return picture;
}

}  // namespace

SeenPicture seen_picture(const AttachmentImage& image) {
  std::vector<double> values;
  std::size_t step = 4;
  switch (image.form) {
    case Form::kRgba8:
    case Form::kBytes: return {to_picture(image), ""};
    case Form::kRgbaF32: values = numbers_of<float>(image); break;
    case Form::kRgbaI32: values = numbers_of<std::int32_t>(image); break;
    case Form::kRgbaU32: values = numbers_of<std::uint32_t>(image); break;
    case Form::kDepthF32: values = numbers_of<float>(image), step = 1; break;
    case Form::kStencil8: values = numbers_of<std::uint8_t>(image), step = 1; break;
  }
  const Range range = range_of(values, step, step == 1 ? 1 : 3);
  if (range.low > range.high) return {stretched(image, values, step, {0, 1}), "no finite values"};
  const std::string text = fmt::format("values from {:.7g} to {:.7g}", range.low, range.high);
  if (image.form == Form::kRgbaF32 && range.low >= 0 && range.high <= 1) return {to_picture(image), text};
  if (range.low == range.high) {
    const double white = image.form == Form::kDepthF32 ? 1 : std::max(range.high, 1.0);
    return {stretched(image, values, step, {std::min(range.low, 0.0), white}), text};
  }
  return {stretched(image, values, step, range), text + ", stretched"};
}

}  // namespace replay
