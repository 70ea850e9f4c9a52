#include "replay/dispatch/policies/pixels.h"

#include <glad/gl.h>

namespace replay {
namespace {

// The most bytes of zeros that may replace what a recorder left out. A few bytes must not become a huge image.
constexpr std::int64_t kMaxPadding = std::int64_t{64} << 20;

std::int64_t size_of_pack_buffer(CallInProgress& attempt) {
  const GladGLContext& gl = *attempt.dispatcher.gl;
  if (gl.GetBufferParameteriv == nullptr) return 0;
  const GlErrors::Asking asking(attempt.dispatcher.errors);
  GLint size = 0;
  gl.GetBufferParameteriv(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &size);
  return size;
}

// Mesa puts row 0 where the last row would be, and goes down from there: by all rows of the image and those that are
// skipped.
bool fits_upside_down(CallInProgress& attempt, const loaders::Value& offset, const PackedImage& image) {
  const PixelStore& store = attempt.context().pack;
  const auto bytes_of_rows = [&](std::int64_t rows) {
    const ImageSize size{.width = image.size.width, .height = rows};
    return static_cast<std::int64_t>(image_bytes(image.format, image.type, size, store).value_or(kBeyondMemory));
  };
  const auto bytes = image_bytes(image.format, image.type, image.size, store);
  if (!bytes || offset.i < 0) return false;
  const std::int64_t skipped =
      std::clamp<std::int64_t>(store.skip_rows, 0, kMaxLength) + std::min(image.clipped, kMaxLength);
  const std::int64_t below = bytes_of_rows(skipped + 1) - bytes_of_rows(1);
  const std::int64_t size = size_of_pack_buffer(attempt);
  return offset.i >= below && offset.i <= size && *bytes <= static_cast<std::uint64_t>(size - offset.i);
}

}  // namespace

const void* compressed_memory(CallInProgress& attempt, const loaders::Value& value, std::uint32_t format,
                              std::int64_t bytes, const ImageSize& size) {
  const RecordedContext& context = attempt.context();
  const auto needed = compressed_image_bytes(format, static_cast<std::uint64_t>(bytes), size, context.unpack);
  const bool in_buffer = takes_offset(attempt, BufferTarget::kPixelUnpack);
  // Mesa checks the size that the call gives against the buffer, but not what it reads because of the pixel-store
  // state.
  if (!needed || (in_buffer && *needed != static_cast<std::uint64_t>(bytes))) {
    attempt.skip(Skip::kBadValue);
    return nullptr;
  }
  if (in_buffer) return offset_pointer<const void*>(value);
  return value.is_null() ? nullptr : readable(attempt, value, static_cast<std::int64_t>(*needed), 1);
}

void* packed_memory(CallInProgress& attempt, std::int64_t bytes) {
  if (attempt.context().pack.invert == 0) return zeroed(attempt, bytes);
  std::byte* memory = zeroed(attempt, 2 * clamp_length(bytes));
  return memory == nullptr ? nullptr : memory + bytes;
}

void* packed_offset(CallInProgress& attempt, const loaders::Value& value, const std::optional<PackedImage>& image) {
  const bool is_upright = attempt.context().pack.invert == 0;
  if (!is_upright && (!image || !fits_upside_down(attempt, value, *image))) attempt.skip(Skip::kBadValue);
  return offset_pointer<void*>(value);
}

const void* image_memory(CallInProgress& attempt, const loaders::Value& value, std::int64_t bytes) {
  const auto recorded = static_cast<std::int64_t>(value.byte_size());
  if (recorded >= bytes || !value.has_memory()) return readable(attempt, value, bytes, 1);
  if (bytes - recorded > kMaxPadding) {
    attempt.skip(Skip::kShortData);
    return nullptr;
  }
  std::byte* padded = zeroed(attempt, bytes);
  if (padded != nullptr) std::memcpy(padded, value.p, static_cast<std::size_t>(recorded));
  return padded;
}

}  // namespace replay
