#include "loaders/wtf/webgl/pixels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "loaders/base/bytes.h"

namespace loaders::wtf::webgl {
namespace {

constexpr std::uint64_t kMaxPixelBytes = std::uint64_t{1} << 40;

std::uint32_t components(std::uint32_t format) {
  switch (format) {
    case kAlpha:
    case kLuminance:
    case kDepthComponent: return 1;
    case kLuminanceAlpha: return 2;
    case kRgb:
    case kSrgb: return 3;
    case kRgba:
    case kSrgbAlpha: return 4;
    default: return 0;
  }
}

bool is_color(std::uint32_t format) { return components(format) != 0 && format != kDepthComponent; }

// 0 for a pair that does not exist.
std::uint32_t texel_bytes(std::uint32_t format, std::uint32_t type) {
  const std::uint32_t count = components(format);
  const bool rgba = format == kRgba, depth = format == kDepthComponent;
  switch (type) {
    case kUnsignedByte: return depth ? 0 : count;
    case kHalfFloatOes: return depth ? 0 : 2 * count;
    case kFloat: return depth ? 0 : 4 * count;
    case kUnsignedShort565: return format == kRgb ? 2 : 0;
    case kUnsignedShort4444:
    case kUnsignedShort5551: return rgba ? 2 : 0;
    case kUnsignedShort: return depth ? 2 : 0;
    case kUnsignedInt: return depth ? 4 : 0;
    case kUnsignedInt248: return format == kDepthStencil ? 4 : 0;
    default: return 0;
  }
}

std::uint64_t stride_of(const PixelShape& shape, std::uint32_t alignment) {
  const std::uint64_t row = std::uint64_t{shape.width} * texel_bytes(shape.format, shape.type);
  return (row + alignment - 1) / alignment * alignment;
}

float float_of_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31, mantissa = half & 1023;
  const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  return sign * std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
}

// Rounds to the nearest; a number that is too large becomes infinity.
std::uint16_t half_of_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const float size = std::fabs(value);
  if (std::isnan(value)) return sign | 0x7e00;
  if (size >= 65520.0f) return sign | 0x7c00;
  if (size == 0) return sign;
  int exponent = 0;
  std::frexp(size, &exponent);  // size = [0.5, 1) * 2^exponent
  exponent = std::max(exponent - 11, -24);
  const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, -exponent)));
  // The sum carries where rounding made the mantissa 2048, and adds the bit that is not stored.
  return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(exponent + 24) << 10) + steps));
}

// Four colours of 8 bits.
struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
};

std::uint8_t floor_product(std::uint8_t c, std::uint8_t a) { return static_cast<std::uint8_t>(c * a / 255); }
std::uint8_t round_product(std::uint8_t c, std::uint8_t a) { return static_cast<std::uint8_t>((c * a + 127) / 255); }

Rgba premultiplied(Rgba color, std::uint8_t (*product)(std::uint8_t, std::uint8_t)) {
  return {product(color.r, color.a), product(color.g, color.a), product(color.b, color.a), color.a};
}

// Colours are widened to 8 bits by repeating their high bits.
Rgba rgba_of_4444(std::uint16_t texel) {
  const auto widen = [&](int shift) { return static_cast<std::uint8_t>((texel >> shift & 15) * 17); };
  return {widen(12), widen(8), widen(4), widen(0)};
}

Rgba rgba_of_5551(std::uint16_t texel) {
  const auto widen = [&](int shift) {
    const int bits = texel >> shift & 31;
    return static_cast<std::uint8_t>(bits << 3 | bits >> 2);
  };
  return {widen(11), widen(6), widen(1), static_cast<std::uint8_t>((texel & 1) != 0 ? 255 : 0)};
}

std::uint16_t packed_4444(Rgba c) {
  return static_cast<std::uint16_t>((c.r & 0xf0) << 8 | (c.g & 0xf0) << 4 | (c.b & 0xf0) | c.a >> 4);
}
std::uint16_t packed_5551(Rgba c) {
  return static_cast<std::uint16_t>((c.r & 0xf8) << 8 | (c.g & 0xf8) << 3 | (c.b & 0xf8) >> 2 | c.a >> 7);
}
std::uint16_t packed_565(Rgba c) {
  return static_cast<std::uint16_t>((c.r & 0xf8) << 8 | (c.g & 0xfc) << 3 | c.b >> 3);
}

// Picks the components of a colour that a format has, in its order, and returns how many they are.
std::uint32_t pick(Rgba c, std::uint32_t format, std::uint8_t (&out)[4]) {
  switch (format) {
    case kAlpha: out[0] = c.a; break;
    case kLuminanceAlpha: out[1] = c.a; [[fallthrough]];
    case kLuminance: out[0] = c.r; break;
    default:
      out[0] = c.r;
      out[1] = c.g;
      out[2] = c.b;
      out[3] = c.a;
  }
  return components(format);
}

void store_texel(std::byte* to, Rgba color, std::uint32_t format, std::uint32_t type) {
  if (type == kUnsignedShort4444) return store(to, packed_4444(color));
  if (type == kUnsignedShort5551) return store(to, packed_5551(color));
  if (type == kUnsignedShort565) return store(to, packed_565(color));
  std::uint8_t picked[4] = {};
  const std::uint32_t count = pick(color, format, picked);
  for (std::uint32_t i = 0; i < count; ++i) {
    const float part = static_cast<float>(picked[i]) / 255.0f;
    if (type == kUnsignedByte) store(to + i, picked[i]);
    if (type == kFloat) store(to + 4 * i, part);
    if (type == kHalfFloatOes) store(to + 2 * i, half_of_float(part));
  }
}

bool has_alpha_and_color(std::uint32_t format) {
  return format == kRgba || format == kLuminanceAlpha || format == kSrgbAlpha;
}

// Multiplies one texel of a typed array by its alpha.
void premultiply_texel(std::byte* texel, std::uint32_t count, std::uint32_t type) {
  const std::uint32_t alpha = count - 1;
  switch (type) {
    case kUnsignedByte:
      for (std::uint32_t i = 0; i < alpha; ++i) {
        texel[i] = std::byte{floor_product(load<std::uint8_t>(texel + i), load<std::uint8_t>(texel + alpha))};
      }
      return;
    case kUnsignedShort4444:
      return store(texel, packed_4444(premultiplied(rgba_of_4444(load<std::uint16_t>(texel)), floor_product)));
    case kUnsignedShort5551:
      return store(texel, packed_5551(premultiplied(rgba_of_5551(load<std::uint16_t>(texel)), floor_product)));
    case kFloat:
      for (std::uint32_t i = 0; i < alpha; ++i) {
        store(texel + 4 * i, load<float>(texel + 4 * i) * load<float>(texel + 4 * alpha));
      }
      return;
    case kHalfFloatOes:
      for (std::uint32_t i = 0; i < alpha; ++i) {
        const float product =
            float_of_half(load<std::uint16_t>(texel + 2 * i)) * float_of_half(load<std::uint16_t>(texel + 2 * alpha));
        store(texel + 2 * i, half_of_float(product));
      }
      return;
    default: return;
  }
}

}  // namespace

std::optional<std::uint64_t> pixel_bytes(const PixelShape& shape, std::uint32_t alignment) {
  const std::uint64_t texel = texel_bytes(shape.format, shape.type);
  if (texel == 0) return std::nullopt;
  if (shape.width == 0 || shape.height == 0) return 0;
  const std::uint64_t stride = stride_of(shape, alignment);
  if (stride > kMaxPixelBytes / shape.height) return std::nullopt;
  return stride * (shape.height - 1) + shape.width * texel;
}

bool changes_pixels(const PixelShape& shape, const Unpack& unpack) {
  return (unpack.flip && shape.height > 1) || (unpack.premultiply && has_alpha_and_color(shape.format));
}

std::span<const std::byte> convert_array(std::span<const std::byte> pixels, const PixelShape& shape,
                                         const Unpack& unpack, Arena& arena) {
  const std::uint64_t stride = stride_of(shape, unpack.alignment), texel = texel_bytes(shape.format, shape.type);
  const std::uint64_t row_bytes = shape.width * texel;
  // Including the padding of the last row: it may become the first one.
  const std::uint64_t bytes = stride * shape.height;
  std::byte* out = arena.allocate(bytes);
  std::memset(out, 0, bytes);
  const bool premultiply = unpack.premultiply && has_alpha_and_color(shape.format);
  for (std::uint64_t y = 0; y < shape.height; ++y) {
    std::byte* row = out + stride * (unpack.flip ? shape.height - 1 - y : y);
    std::memcpy(row, pixels.data() + stride * y, row_bytes);
    if (!premultiply) continue;
    for (std::uint64_t x = 0; x < row_bytes; x += texel)
      premultiply_texel(row + x, components(shape.format), shape.type);
  }
  return {out, bytes};
}

std::optional<std::span<const std::byte>> convert_image(std::span<const std::byte> image, std::uint32_t channels,
                                                        const PixelShape& shape, const Unpack& unpack, Arena& arena) {
  const std::uint64_t stride = stride_of(shape, unpack.alignment), texel = texel_bytes(shape.format, shape.type);
  if (texel == 0 || !is_color(shape.format)) return std::nullopt;
  const std::uint64_t bytes = stride * shape.height;
  std::byte* out = arena.allocate(bytes);
  std::memset(out, 0, bytes);
  const std::byte* from = image.data();
  for (std::uint64_t y = 0; y < shape.height; ++y) {
    std::byte* row = out + stride * (unpack.flip ? shape.height - 1 - y : y);
    for (std::uint64_t x = 0; x < shape.width; ++x, from += channels) {
      Rgba color;
      std::memcpy(&color, from, channels);
      if (unpack.premultiply) color = premultiplied(color, round_product);
      store_texel(row + x * texel, color, shape.format, shape.type);
    }
  }
  return std::span<const std::byte>(out, bytes);
}

}  // namespace loaders::wtf::webgl
