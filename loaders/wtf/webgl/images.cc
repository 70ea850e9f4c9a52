#include "loaders/wtf/webgl/images.h"

#include <fmt/format.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#include <memory>
#include <optional>

#include "loaders/wtf/base64.h"

namespace loaders::wtf::webgl {
namespace {

// No texture is larger; a file of a few bytes may claim to be.
constexpr std::uint64_t kMostSide = 16384;

const std::uint8_t* data_of(std::span<const std::byte> file) { return reinterpret_cast<const std::uint8_t*>(file.data()); }

// Room for an image of that size; nullptr, and a sentence, when no texture has it.
std::uint8_t* make_room(std::int64_t width, std::int64_t height, const Limits& limits, Arena& arena, Image& image, std::string& problem) {
  const auto w = static_cast<std::uint64_t>(width), h = static_cast<std::uint64_t>(height);
  if (width <= 0 || height <= 0 || w > kMostSide || h > kMostSide) {
    problem = fmt::format("the image has {}x{} pixels", width, height);
    return nullptr;
  }
  if (w * h > limits.image_pixels) {
    problem = fmt::format("the image has {}x{} pixels, more than {}", width, height, limits.option(&Limits::image_pixels));
    return nullptr;
  }
  std::byte* pixels = arena.allocate(w * h * 4);
  image = {static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(h), {pixels, w * h * 4}};
  return reinterpret_cast<std::uint8_t*>(pixels);
}

bool decode_png(std::span<const std::byte> file, const Limits& limits, Arena& arena, Image& image, std::string& problem) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> free_at_end(&png, &png_image_free);
  if (!png_image_begin_read_from_memory(&png, file.data(), file.size())) {
    problem = fmt::format("PNG: {}", png.message);
    return false;
  }
  png.format = PNG_FORMAT_RGBA;
  std::uint8_t* pixels = make_room(png.width, png.height, limits, arena, image, problem);
  if (pixels == nullptr) return false;
  if (png_image_finish_read(&png, nullptr, pixels, 0, nullptr)) return true;
  problem = fmt::format("PNG: {}", png.message);
  return false;
}

bool decode_jpeg(std::span<const std::byte> file, const Limits& limits, Arena& arena, Image& image, std::string& problem) {
  const std::unique_ptr<void, decltype(&tjDestroy)> jpeg(tjInitDecompress(), &tjDestroy);
  int width = 0, height = 0, subsampling = 0, colors = 0;
  const auto size = static_cast<unsigned long>(file.size());
  if (!jpeg || tjDecompressHeader3(jpeg.get(), data_of(file), size, &width, &height, &subsampling, &colors) != 0) {
    problem = fmt::format("JPEG: {}", tjGetErrorStr2(jpeg.get()));
    return false;
  }
  std::uint8_t* pixels = make_room(width, height, limits, arena, image, problem);
  if (pixels == nullptr) return false;
  if (tjDecompress2(jpeg.get(), data_of(file), size, pixels, width, 0, height, TJPF_RGBA, TJFLAG_ACCURATEDCT) == 0) return true;
  // Browsers show what there is of a file that is cut.
  if (tjGetErrorCode(jpeg.get()) == TJERR_WARNING) return true;
  problem = fmt::format("JPEG: {}", tjGetErrorStr2(jpeg.get()));
  return false;
}

bool decode_webp(std::span<const std::byte> file, const Limits& limits, Arena& arena, Image& image, std::string& problem) {
  int width = 0, height = 0;
  if (WebPGetInfo(data_of(file), file.size(), &width, &height) == 0) {
    problem = "WebP: the header cannot be read";
    return false;
  }
  std::uint8_t* pixels = make_room(width, height, limits, arena, image, problem);
  if (pixels == nullptr) return false;
  if (WebPDecodeRGBAInto(data_of(file), file.size(), pixels, image.rgba.size(), 4 * width) != nullptr) return true;
  problem = "WebP: the pixels cannot be read";
  return false;
}

std::optional<std::uint8_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

// "%41" is A. A % that stands for nothing stays.
std::string without_percents(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
    const bool escaped = text[i] == '%' && high && low;
    plain += escaped ? static_cast<char>(*high * 16 + *low) : text[i];
    if (escaped) i += 2;
  }
  return plain;
}

}  // namespace

bool decode_image(std::span<const std::byte> file, const Limits& limits, Arena& arena, Image& image, std::string& problem) {
  const std::string_view start(reinterpret_cast<const char*>(file.data()), file.size());
  if (start.starts_with("\x89PNG")) return decode_png(file, limits, arena, image, problem);
  if (start.starts_with("\xff\xd8\xff")) return decode_jpeg(file, limits, arena, image, problem);
  if (start.starts_with("RIFF") && start.substr(0, 12).ends_with("WEBP")) return decode_webp(file, limits, arena, image, problem);
  problem = fmt::format("{} bytes that are no PNG, JPEG or WebP", file.size());
  return false;
}

bool decode_data_url(std::string_view url, std::vector<std::byte>& bytes, std::string& problem) {
  constexpr std::string_view kBase64 = ";base64";
  const std::size_t comma = url.find(',');
  if (!url.starts_with("data:") || comma == url.npos) {
    problem = "a data URL without a comma";
    return false;
  }
  const std::string text = without_percents(url.substr(comma + 1));
  if (!url.substr(0, comma).ends_with(kBase64)) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    bytes.assign(begin, begin + text.size());
    return true;
  }
  const auto bad = decode_base64(text, bytes);
  if (bad) problem = fmt::format("a data URL whose base64 has '{}' at character {}", text[*bad], *bad);
  return !bad;
}

}  // namespace loaders::wtf::webgl
