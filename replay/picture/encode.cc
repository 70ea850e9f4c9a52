#include "replay/picture/encode.h"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#define QOI_IMPLEMENTATION
#define QOI_NO_STDIO
#include <qoi.h>

#include "replay/base/whole_file.h"
#include "replay/picture/png_encoder.h"

namespace replay {
namespace {

using Bytes = std::vector<std::uint8_t>;

loaders::Result<Bytes> encode_qoi(const Picture& picture) {
  const qoi_desc description{.width = static_cast<unsigned>(picture.width),
                             .height = static_cast<unsigned>(picture.height),
                             .channels = 3,
                             .colorspace = QOI_SRGB};
  int size = 0;
  const Bytes rgb = rgb_of(picture);
  const std::unique_ptr<void, decltype(&std::free)> data(qoi_encode(rgb.data(), &description, &size), &std::free);
  if (!data) return loaders::Error{fmt::format("{} x {} pixels are too many for QOI", picture.width, picture.height)};
  const auto* begin = static_cast<const std::uint8_t*>(data.get());
  return Bytes(begin, begin + size);
}

Bytes encode_ppm(const Picture& picture) {
  const std::string header = fmt::format("P6\n{} {}\n255\n", picture.width, picture.height);
  Bytes ppm = rgb_of(picture);
  ppm.insert(ppm.begin(), header.begin(), header.end());
  return ppm;
}

}  // namespace

loaders::Result<Bytes> encode(const Picture& picture, const PictureCoding& coding) {
  if (!picture.valid())
    return loaders::Error{fmt::format("no picture has {} x {} pixels", picture.width, picture.height)};
  if (coding.format == PictureFormat::kQoi) return encode_qoi(picture);
  if (coding.format == PictureFormat::kPpm) return encode_ppm(picture);
  return encode_png(picture, coding.png_level);
}

loaders::Status write_picture_file(const std::filesystem::path& path, const Picture& picture,
                                   const PictureCoding& coding) {
  const auto bytes = encode(picture, coding);
  if (!bytes) return loaders::Error{fmt::format("cannot write '{}': {}", path.string(), bytes.error().problem)};
  return write_whole_file(path, *bytes);
}

}  // namespace replay
