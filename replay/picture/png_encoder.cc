#include "replay/picture/png_encoder.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "replay/base/whole_file.h"

namespace replay {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::array<std::uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::uint8_t kSubFilter = 1, kRgb = 2;
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

Bytes filtered(const Picture& picture) {
  const std::size_t stride = 1 + static_cast<std::size_t>(picture.width) * 3;
  Bytes rows(stride * static_cast<std::size_t>(picture.height));
  for (int y = 0; y < picture.height; ++y) {
    filter_row(picture.row(y), picture.width, &rows[stride * static_cast<std::size_t>(y)]);
  }
  return rows;
}

Bytes compressed(const Bytes& rows) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(1), libdeflate_free_compressor);
  if (!compressor) throw std::bad_alloc();
  Bytes data(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
  data.resize(libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), data.data(), data.size()));
  return data;
}

}  // namespace

loaders::Result<std::vector<std::uint8_t>> encode_png(const Picture& picture) {
  if (!picture.valid())
    return loaders::Error{fmt::format("no picture has {} x {} pixels", picture.width, picture.height)};
  const Bytes data = compressed(filtered(picture));
  Bytes png(kSignature.begin(), kSignature.end());
  png.reserve(data.size() + 100);
  add_chunk(png, "IHDR", header_of(picture));
  for (std::size_t done = 0; done < data.size(); done += kLargestChunk) {
    add_chunk(png, "IDAT", std::span(data).subspan(done, std::min(kLargestChunk, data.size() - done)));
  }
  add_chunk(png, "IEND", {});
  return png;
}

loaders::Status write_png_file(const std::filesystem::path& path, const Picture& picture) {
  const auto png = encode_png(picture);
  if (!png) return loaders::Error{fmt::format("cannot write '{}': {}", path.string(), png.error().problem)};
  return write_whole_file(path, *png);
}

}  // namespace replay
