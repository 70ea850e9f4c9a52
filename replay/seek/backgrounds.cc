#include "replay/seek/backgrounds.h"

#include <array>
#include <cstring>
#include <utility>

namespace replay {

using Form = AttachmentImage::Form;

namespace {

std::size_t bytes_of_channel(Form form) { return form == Form::kRgbaF32 ? sizeof(float) : 1; }

// Where the pixels of a row of the box lie in the bytes of an image.
struct Row {
  std::size_t begin = 0, end = 0;
};

Row row_of(const AttachmentImage& image, const ClearBox& box, int y) {
  const auto place = [&](int x) {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) *
           bytes_of_pixel(image.form);
  };
  return {place(box.left), place(box.right)};
}

}  // namespace

std::size_t bytes_of_pixel(Form form) { return 4 * bytes_of_channel(form); }

bool are_alike(const AttachmentImage& one, const AttachmentImage& other) {
  const std::size_t bytes =
      static_cast<std::size_t>(one.width) * static_cast<std::size_t>(one.height) * bytes_of_pixel(one.form);
  return one.width == other.width && one.height == other.height && one.form == other.form && bytes > 0 &&
         one.bytes.size() == bytes && other.bytes.size() == bytes;
}

void take_around(const AttachmentImage& around, const ClearBox& box, AttachmentImage& image) {
  auto bytes = around.bytes;
  for (int y = box.bottom; y < box.top; ++y) {
    const Row row = row_of(image, box, y);
    std::memcpy(&bytes[row.begin], &image.bytes[row.begin], row.end - row.begin);
  }
  image.bytes = std::move(bytes);
}

bool are_backgrounds(const AttachmentImage& zeros, const AttachmentImage& ones, const ClearBox& box) {
  if (!are_alike(zeros, ones)) return false;
  const std::size_t channel = bytes_of_channel(zeros.form), pixel = bytes_of_pixel(zeros.form);
  const std::size_t first = row_of(zeros, box, box.bottom).begin;
  constexpr float kOne = 1;
  std::array<std::uint8_t, sizeof(float)> zero{}, one{0xff};
  if (zeros.form == Form::kRgbaF32) std::memcpy(one.data(), &kOne, sizeof(kOne));
  bool any = false;
  for (std::size_t at = 0; at < pixel; at += channel) {
    const auto is = [&](const AttachmentImage& image, std::size_t where, const std::uint8_t* value) {
      return std::memcmp(&image.bytes[where], value, channel) == 0;
    };
    const bool exists = is(zeros, first + at, zero.data()) && is(ones, first + at, one.data());
    const std::uint8_t* in_zeros = exists ? zero.data() : &zeros.bytes[first + at];
    const std::uint8_t* in_ones = exists ? one.data() : &zeros.bytes[first + at];
    for (int y = box.bottom; y < box.top; ++y) {
      const Row row = row_of(zeros, box, y);
      for (std::size_t where = row.begin + at; where < row.end; where += pixel) {
        if (!is(zeros, where, in_zeros) || !is(ones, where, in_ones)) return false;
      }
    }
    any |= exists;
  }
  return any;
}

PixelsLeft pixels_left(const AttachmentImage& zeros, const AttachmentImage& ones, const ClearBox& box,
                       const std::vector<bool>* marked) {
  PixelsLeft left;
  const std::size_t pixel = bytes_of_pixel(zeros.form);
  for (int y = box.bottom; y < box.top; ++y) {
    const Row row = row_of(zeros, box, y);
    const std::uint8_t *over_zeros = zeros.bytes.data(), *over_ones = ones.bytes.data();
    if (std::memcmp(over_zeros + row.begin, over_ones + row.begin, row.end - row.begin) == 0) continue;
    for (std::size_t at = row.begin; at < row.end; at += pixel) {
      const std::size_t index = at / pixel;
      if ((marked != nullptr && (*marked)[index]) || std::memcmp(over_zeros + at, over_ones + at, pixel) == 0) continue;
      left = {left.count + 1, index % static_cast<std::size_t>(zeros.width), static_cast<std::size_t>(y)};
    }
  }
  return left;
}

}  // namespace replay
