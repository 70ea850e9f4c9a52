#include "loaders/wtf/webgl/images.h"

#include <fmt/format.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#include <memory>
#include <optional>

#include "loaders/base/bytes.h"
#include "loaders/wtf/base64.h"

namespace loaders::wtf::webgl {
namespace {

// No texture has a longer side. A file of a few bytes may claim to have one.
constexpr std::uint64_t kMaxSide = 16384;

const std::uint8_t* data_of(std::span<const std::byte> file) {
  return reinterpret_cast<const std::uint8_t*>(file.data());
}

std::uint8_t* data_of(const Image& image) {
  // The arena's, so it may be written.
  return reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(image.rgba.data()));
}

// An image of that size whose pixels are still to be written.
Result<Image> make_image(std::int64_t width, std::int64_t height, const Limits& limits, Arena& arena) {
  const auto w = static_cast<std::uint64_t>(width), h = static_cast<std::uint64_t>(height);
  if (width <= 0 || height <= 0 || w > kMaxSide || h > kMaxSide) {
    return Error{fmt::format("the image has {}x{} pixels", width, height)};
  }
  if (w * h > limits.image_pixels) {
    return Error{
        fmt::format("the image has {}x{} pixels, more than {}", width, height, limits.option(&Limits::image_pixels))};
  }
  return Image{static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(h), {arena.allocate(w * h * 4), w * h * 4}};
}

Result<Image> decode_png(std::span<const std::byte> file, const Limits& limits, Arena& arena) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> free_at_end(&png, &png_image_free);
  const auto error = [&] { return Error{fmt::format("PNG: {}", png.message)}; };
  if (!png_image_begin_read_from_memory(&png, file.data(), file.size())) return error();
  png.format = PNG_FORMAT_RGBA;
  Result<Image> image = make_image(png.width, png.height, limits, arena);
  if (image && !png_image_finish_read(&png, nullptr, data_of(*image), 0, nullptr)) return error();
  return image;
}

Result<Image> decode_jpeg(std::span<const std::byte> file, const Limits& limits, Arena& arena) {
  const std::unique_ptr<void, decltype(&tjDestroy)> jpeg(tjInitDecompress(), &tjDestroy);
  const auto error = [&] { return Error{fmt::format("JPEG: {}", tjGetErrorStr2(jpeg.get()))}; };
  int width = 0, height = 0, subsampling = 0, colors = 0;
  const auto size = static_cast<unsigned long>(file.size());
  if (!jpeg || tjDecompressHeader3(jpeg.get(), data_of(file), size, &width, &height, &subsampling, &colors) != 0)
    return error();
  Result<Image> image = make_image(width, height, limits, arena);
  if (!image) return image;
  const int decoded =
      tjDecompress2(jpeg.get(), data_of(file), size, data_of(*image), width, 0, height, TJPF_RGBA, TJFLAG_ACCURATEDCT);
  // Of a file that is cut, browsers show what there is: that is a warning only.
  if (decoded != 0 && tjGetErrorCode(jpeg.get()) != TJERR_WARNING) return error();
  return image;
}

Result<Image> decode_webp(std::span<const std::byte> file, const Limits& limits, Arena& arena) {
  int width = 0, height = 0;
  if (WebPGetInfo(data_of(file), file.size(), &width, &height) == 0) return Error{"WebP: the header cannot be read"};
  Result<Image> image = make_image(width, height, limits, arena);
  if (!image) return image;
  const auto* decoded = WebPDecodeRGBAInto(data_of(file), file.size(), data_of(*image), image->rgba.size(), 4 * width);
  if (decoded == nullptr) return Error{"WebP: the pixels cannot be read"};
  return image;
}

std::optional<std::uint8_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

// Replaces escapes: "%41" is A. A % without two digits stays.
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

Result<Image> decode_image(std::span<const std::byte> file, const Limits& limits, Arena& arena) {
  const std::string_view start = text_of(file);
  if (start.starts_with("\x89PNG")) return decode_png(file, limits, arena);
  if (start.starts_with("\xff\xd8\xff")) return decode_jpeg(file, limits, arena);
  if (start.starts_with("RIFF") && start.substr(0, 12).ends_with("WEBP")) return decode_webp(file, limits, arena);
  return Error{fmt::format("{} bytes that are no PNG, JPEG or WebP", file.size())};
}

Result<std::vector<std::byte>> decode_data_url(std::string_view url) {
  constexpr std::string_view kBase64 = ";base64";
  const std::size_t comma = url.find(',');
  if (!url.starts_with("data:") || comma == url.npos) return Error{"a data URL without a comma"};
  const std::string text = without_percents(url.substr(comma + 1));
  if (!url.substr(0, comma).ends_with(kBase64)) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return std::vector<std::byte>(begin, begin + text.size());
  }
  std::vector<std::byte> bytes;
  const auto bad = decode_base64(text, bytes);
  if (bad) return Error{fmt::format("a data URL whose base64 has '{}' at character {}", text[*bad], *bad)};
  return bytes;
}

}  // namespace loaders::wtf::webgl
