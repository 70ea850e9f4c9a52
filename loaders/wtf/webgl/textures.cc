// Textures: uploads of typed arrays and of images, and what makes a texture complete in WebGL 1.
#include <fmt/format.h>

#include <algorithm>

#include "loaders/wtf/webgl/images.h"
#include "loaders/wtf/webgl/pixels.h"
#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kMaxShownUrl = 200;

// An empty blob: the dispatcher fills what an image lacks with zeros. Above a certain size it is null, and the driver
// decides the contents.
Value all_zeros(const PixelShape& shape, const Unpack& unpack) {
  constexpr std::uint64_t kMaxZeros = std::uint64_t{64} << 20;
  const auto bytes = pixel_bytes(shape, unpack.alignment);
  return bytes && *bytes <= kMaxZeros ? Value::of_memory(ValueKind::kBlob, "", 0) : Value{};
}

// Formats that have other names in OpenGL ES 3: textures of floats that can be drawn into, and sRGB.
struct NativeFormat {
  std::uint32_t internal_format, format, type;
};
NativeFormat native_format(std::uint32_t format, std::uint32_t type) {
  switch (format) {
    case kSrgb: return {kSrgb8, kRgb, type};
    case kSrgbAlpha: return {kSrgb8Alpha8, kRgba, type};
    case kRgb:
      if (type == kFloat) return {kRgb32f, format, type};
      if (type == kHalfFloatOes) return {kRgb16f, format, kHalfFloat};
      break;
    case kRgba:
      if (type == kFloat) return {kRgba32f, format, type};
      if (type == kHalfFloatOes) return {kRgba16f, format, kHalfFloat};
      break;
    default: break;
  }
  return {format, format, type};
}

bool fits_32_bits(std::span<const std::byte> bytes) { return bytes.size() <= UINT32_MAX; }

}  // namespace

// What a page uploads.
struct Translator::Source {
  enum Kind : std::uint8_t {
    kArray,    // `bytes` as the call describes them
    kImage,    // `bytes` are pixels of `channels` bytes
    kZeros,    // the page gave no pixels
    kMissing,  // an image that is not in the file or cannot be decoded
  } kind = kZeros;
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 4;
  std::span<const std::byte> bytes{};
};

Texture* Translator::bound_texture(std::uint32_t target) {
  const Context::Unit& unit = current_->units[current_->unit];
  return target == kTexture2d ? unit.texture_2d : unit.cube;
}

Outcome Translator::pixel_storei(Operation& op) {
  Unpack& unpack = current_->unpack;
  switch (op.u32(0)) {
    case kUnpackFlipY: unpack.flip = op.i64(1) != 0; return Outcome::kNothing;
    case kUnpackPremultiplyAlpha: unpack.premultiply = op.i64(1) != 0; return Outcome::kNothing;
    case kUnpackAlignment:
      if (op.i64(1) == 1 || op.i64(1) == 2 || op.i64(1) == 4 || op.i64(1) == 8) unpack.alignment = op.u32(1);
      return Outcome::kCall;
    case kPackAlignment: return Outcome::kCall;
    default: return Outcome::kNothing;
  }
}

// In `dataType` the tracer says what `pixels` are: "pixels", "null", "canvas", the MIME type of an image file, or the
// URL of an image that is not in the file.
Translator::Source Translator::source_of(const Operation& op, std::uint32_t width, std::uint32_t height) {
  const std::string_view type = op.event.arg("dataType").text();
  const std::span<const std::byte> pixels = op.event.arg("pixels").bytes();
  Source source{.width = width, .height = height, .bytes = pixels};
  if (type == "pixels" || (type.empty() && !pixels.empty())) {
    source.kind = Source::kArray;
    return source;
  }
  if (type == "null" || type.empty()) return source;
  source.kind = Source::kMissing;
  std::string problem;
  if (type == "canvas") {
    // The first tracers leave out the alpha where the texture has none.
    const std::uint64_t texels = std::uint64_t{width} * height;
    source.channels = pixels.size() < 4 * texels ? 3 : 4;
    if (pixels.size() >= source.channels * texels) source.kind = Source::kImage;
    problem = fmt::format("{} bytes for {}x{} pixels", pixels.size(), width, height);
  } else {
    const bool is_url = type.starts_with("data:");
    const Result<std::vector<std::byte>> of_url = is_url ? decode_data_url(type) : Error{};
    const std::span<const std::byte> file = of_url ? std::span<const std::byte>(*of_url) : pixels;
    const bool has_file = is_url ? static_cast<bool>(of_url) : !pixels.empty();
    const Result<Image> image = has_file ? decode_image(file, limits_, batch_->arena) : Error{};
    if (image) {
      source = {Source::kImage, image->width, image->height, 4, image->rgba};
    } else if (has_file) {
      problem = image.error().problem;
    } else {
      problem = is_url ? of_url.error().problem : fmt::format("{} is not in the file", type.substr(0, kMaxShownUrl));
    }
  }
  if (source.kind == Source::kMissing) {
    report_.note(report_.missing_images, [&] { return fmt::format("event {}: {}", op.event.index, problem); });
  }
  return source;
}

// Sets `pixels` for GL. False when WebGL refuses the upload.
bool Translator::upload(const Source& source, std::uint32_t format, std::uint32_t type, Value& pixels) {
  const PixelShape shape{source.width, source.height, format, type};
  const Unpack& unpack = current_->unpack;
  const auto bytes = pixel_bytes(shape, unpack.alignment);
  if (!bytes) return false;
  if (*bytes == 0) {  // an image of 0 x 2^31 would have that many rows to go through
    pixels = Value::of_blob({});
    return true;
  }
  if (source.kind == Source::kImage) {
    const auto converted = convert_image(source.bytes, source.channels, shape, unpack, batch_->arena);
    if (converted && fits_32_bits(*converted)) pixels = Value::of_blob(*converted);
    return converted && fits_32_bits(*converted);
  }
  if (source.kind != Source::kArray) {
    pixels = all_zeros(shape, unpack);
    return true;
  }
  // The first tracers recorded bytes only, and lost the rest of larger elements.
  if (source.bytes.size() < *bytes && !options_.legacy) return false;
  pixels = Value::of_blob(source.bytes);
  if (source.bytes.size() < *bytes || !changes_pixels(shape, unpack)) return true;
  const auto converted = convert_array(source.bytes, shape, unpack, batch_->arena);
  pixels = Value::of_blob(converted);
  return fits_32_bits(converted);
}

// Arguments: target, level, internalformat, width, height, border, format, type, pixels.
Outcome Translator::tex_image(Operation& op) {
  if (op.i64(3) < 0 || op.i64(4) < 0 || op.u32(2) != op.u32(6)) return Outcome::kNothing;
  const Source source = source_of(op, op.u32(3), op.u32(4));
  if (!upload(source, op.u32(6), op.u32(7), op.args[8])) return Outcome::kNothing;
  op.args[3] = Value::of_sint(source.width);
  op.args[4] = Value::of_sint(source.height);
  const NativeFormat native = native_format(op.u32(6), op.u32(7));
  op.args[2] = Value::of_uint(native.internal_format);
  op.args[6] = Value::of_uint(native.format);
  op.args[7] = Value::of_uint(native.type);
  define_level(op, source.width, source.height);
  return Outcome::kCall;
}

// Arguments: target, level, xoffset, yoffset, width, height, format, type, pixels.
Outcome Translator::tex_sub_image(Operation& op) {
  if (op.i64(4) < 0 || op.i64(5) < 0) return Outcome::kNothing;
  const Source source = source_of(op, op.u32(4), op.u32(5));
  const bool has_pixels = source.kind == Source::kArray || source.kind == Source::kImage;
  if (!has_pixels || !upload(source, op.u32(6), op.u32(7), op.args[8])) return Outcome::kNothing;
  op.args[4] = Value::of_sint(source.width);
  op.args[5] = Value::of_sint(source.height);
  const NativeFormat native = native_format(op.u32(6), op.u32(7));
  op.args[6] = Value::of_uint(native.format);
  op.args[7] = Value::of_uint(native.type);
  return Outcome::kCall;
}

// Arguments: target, level, internalformat, x, y, width, height, border.
Outcome Translator::copy_tex_image(Operation& op) {
  define_level(op, op.u32(5), op.u32(6));
  return Outcome::kCall;
}

// Arguments: target, level, internalformat, width, height, border, size, data.
Outcome Translator::compressed_tex_image(Operation& op) {
  define_level(op, op.u32(3), op.u32(4));
  return Outcome::kCall;
}

// Notes the size that a level of the bound texture gets.
void Translator::define_level(Operation& op, std::uint32_t width, std::uint32_t height) {
  if (op.u32(1) != 0) return;
  Texture& texture = *bound_texture(op.u32(0));
  texture.width = width;
  texture.height = height;
  update_filter(op.u32(0), texture);
}

// Sets the filter with which GL samples as WebGL does, if it has changed.
void Translator::update_filter(std::uint32_t target, Texture& texture) {
  if (texture.effective_filter() == texture.given_filter) return;
  texture.given_filter = texture.effective_filter();
  derived_.add_after(FunctionId::glTexParameteri,
                     {Value::of_uint(target == kTexture2d ? kTexture2d : kTextureCube),
                      Value::of_uint(kTextureMinFilter), Value::of_sint(texture.given_filter)});
}

// Arguments: target, pname, param.
Outcome Translator::tex_parameter(Operation& op) {
  Texture& texture = *bound_texture(op.u32(0));
  const bool is_float = op.args[2].kind == ValueKind::kF32;
  // GL does not accept a float that is no enum either.
  const auto value = is_float ? static_cast<std::uint32_t>(std::clamp(op.args[2].f, 0.0f, 65535.0f)) : op.u32(2);
  const bool is_wrap = value == kRepeat || value == kClampToEdge || value == kMirroredRepeat;
  switch (op.u32(1)) {
    case kTextureWrapS:
    case kTextureWrapT:
      if (!is_wrap) return Outcome::kNothing;
      (op.u32(1) == kTextureWrapS ? texture.wrap_s : texture.wrap_t) = value;
      break;
    case kTextureMinFilter:
      texture.min_filter = value;
      texture.given_filter = texture.effective_filter();
      op.args[2] =
          is_float ? Value::of_f32(static_cast<float>(texture.given_filter)) : Value::of_sint(texture.given_filter);
      return Outcome::kCall;
    default: return Outcome::kCall;
  }
  update_filter(op.u32(0), texture);
  return Outcome::kCall;
}

Outcome Translator::generate_mipmap(Operation& op) {
  return bound_texture(op.u32(0))->is_power_of_two() ? Outcome::kCall : Outcome::kNothing;
}

}  // namespace loaders::wtf::webgl
