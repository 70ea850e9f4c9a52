#include "replay/picture/png_reader.h"

#include <fmt/format.h>
#include <png.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace replay {
namespace {

// More than a surface can have. Without a limit, a damaged header could ask for all memory.
constexpr png_uint_32 kLargestSide = 1u << 16;
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 28;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open(const std::filesystem::path& path) { return File(std::fopen(path.c_str(), "rbe")); }

}  // namespace

bool is_png_file(const std::filesystem::path& path) {
  const File file = open(path);
  std::array<png_byte, 8> start{};
  return file && std::fread(start.data(), 1, start.size(), file.get()) == start.size() &&
         png_sig_cmp(start.data(), 0, start.size()) == 0;
}

loaders::Result<Picture> read_png_file(const std::filesystem::path& path) {
  const File file = open(path);
  if (!file) return loaders::Error{fmt::format("{}: {}", path.string(), std::strerror(errno))};
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto failure = [&](const char* what) {
    loaders::Error error{fmt::format("{}: not a PNG file that can be read: {}", path.string(), what)};
    png_image_free(&image);
    return error;
  };
  if (!png_image_begin_read_from_stdio(&image, file.get())) return failure(image.message);
  if (image.width > kLargestSide || image.height > kLargestSide ||
      std::uint64_t{image.width} * image.height > kMaxPixels) {
    return failure("it is too large");
  }
  image.format = PNG_FORMAT_RGBA;
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), false, {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr)) return failure(image.message);
  return picture;
}

}  // namespace replay
