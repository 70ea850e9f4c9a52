#include "replay/picture/png_encoder.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string_view>

namespace replay {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint8_t kSubFilter = 1, kFilters = 5, kRgb = 2;
constexpr std::size_t kLargestChunk = 0x7fffffff;  // a limit of PNG

void add_number(Bytes& png, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) png.push_back(static_cast<std::uint8_t>(number >> shift));
}

void add_chunk(Bytes& png, std::string_view type, std::span<const std::uint8_t> data) {
  add_number(png, data.size());
  const std::size_t summed = png.size();
  png.insert(png.end(), type.begin(), type.end());
  png.insert(png.end(), data.begin(), data.end());
  add_number(png, libdeflate_crc32(0, &png[summed], png.size() - summed));
}

Bytes header_of(const Picture& picture) {
  Bytes header;
  add_number(header, static_cast<std::size_t>(picture.width));
  add_number(header, static_cast<std::size_t>(picture.height));
  header.insert(header.end(), {8, kRgb, 0, 0, 0});  // 8 bits a channel, RGB, deflate, the usual filters, not interlaced
  return header;
}

// Writes a row as PNG stores it with the Sub filter: each byte minus that of the pixel to the left.
void filter_row(const std::uint8_t* rgba, int width, std::uint8_t* out) {
  *out++ = kSubFilter;
  std::array<std::uint8_t, 3> left = {};
  for (int x = 0; x < width; ++x, rgba += 4, out += 3) {
    for (std::size_t c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>(rgba[c] - left[c]);
    std::copy_n(rgba, 3, left.begin());
  }
}

std::uint8_t paeth(int left, int above, int corner) {
  const int to_left = std::abs(above - corner), to_above = std::abs(left - corner);
  const int to_corner = std::abs(left + above - 2 * corner);
  if (to_left <= to_above && to_left <= to_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(to_above <= to_corner ? above : corner);
}

// What PNG's filters 0 to 4 subtract from a byte.
std::uint8_t predicted(std::uint8_t filter, std::uint8_t left, std::uint8_t above, std::uint8_t corner) {
  switch (filter) {
    case kSubFilter: return left;
    case 2: return above;
    case 3: return static_cast<std::uint8_t>((left + above) / 2);
    case 4: return paeth(left, above, corner);
    default: return 0;
  }
}

// Writes a row with one of the filters, and returns the sum of what is left of it, which guesses how well it packs.
// `above` is the row above.
std::uint64_t filter_row_by(std::uint8_t filter, const std::uint8_t* rgb, const std::uint8_t* above, std::size_t size,
                            std::uint8_t* out) {
  *out++ = filter;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const bool first = i < 3;
    out[i] = static_cast<std::uint8_t>(rgb[i] -
                                       predicted(filter, first ? 0 : rgb[i - 3], above[i], first ? 0 : above[i - 3]));
    sum += std::min<unsigned>(out[i], 256u - out[i]);
  }
  return sum;
}

// Filters each row in all ways and keeps the one with the smallest sum, as PNG's specification advises.
Bytes filtered_best(const Picture& picture) {
  const std::size_t size = static_cast<std::size_t>(picture.width) * 3;
  const Bytes rgb = rgb_of(picture), nothing(size);
  Bytes rows, tried(1 + size), best(1 + size);
  rows.reserve((1 + size) * static_cast<std::size_t>(picture.height));
  const std::uint8_t* above = nothing.data();
  for (const std::uint8_t* row = rgb.data(); row != rgb.data() + rgb.size(); above = row, row += size) {
    std::uint64_t smallest = UINT64_MAX;
    for (std::uint8_t filter = 0; filter < kFilters; ++filter) {
      const std::uint64_t sum = filter_row_by(filter, row, above, size, tried.data());
      if (sum >= smallest) continue;
      smallest = sum;
      tried.swap(best);
    }
    rows.insert(rows.end(), best.begin(), best.end());
  }
  return rows;
}

Bytes filtered(const Picture& picture, int level) {
  if (level >= kFilterLevel) return filtered_best(picture);
  const std::size_t stride = 1 + static_cast<std::size_t>(picture.width) * 3;
  Bytes rows(stride * static_cast<std::size_t>(picture.height));
  for (int y = 0; y < picture.height; ++y) {
    filter_row(picture.row(y), picture.width, &rows[stride * static_cast<std::size_t>(y)]);
  }
  return rows;
}

Bytes compressed(const Bytes& rows, int level) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(level), libdeflate_free_compressor);
  if (!compressor) throw std::bad_alloc();
  Bytes data(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
  data.resize(libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), data.data(), data.size()));
  return data;
}

}  // namespace

loaders::Result<std::vector<std::uint8_t>> encode_png(const Picture& picture, int level) {
  if (!picture.valid())
    return loaders::Error{fmt::format("no picture has {} x {} pixels", picture.width, picture.height)};
  const Bytes data = compressed(filtered(picture, level), level);
  Bytes png(kSignature.begin(), kSignature.end());
  png.reserve(data.size() + 100);
  add_chunk(png, "IHDR", header_of(picture));
  for (std::size_t done = 0; done < data.size(); done += kLargestChunk) {
    add_chunk(png, "IDAT", std::span(data).subspan(done, std::min(kLargestChunk, data.size() - done)));
  }
  add_chunk(png, "IEND", {});
  return png;
}

}  // namespace replay
