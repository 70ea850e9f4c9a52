#include "replay/dispatch/policies/pixels.h"

namespace replay {
namespace {

// Zeros in place of what a recorder left out, but not a whole huge image made from a few bytes.
constexpr std::int64_t kMaxPadding = std::int64_t{64} << 20;

}  // namespace

const void* compressed_memory(Attempt& attempt, const loaders::Value& value, std::uint32_t format, std::int64_t bytes,
                              const ImageSize& size) {
  const RecordedContext& context = attempt.context();
  const auto needed = compressed_image_bytes(format, static_cast<std::uint64_t>(bytes), size, context.unpack);
  const bool in_buffer = takes_offset(attempt, BufferTarget::kPixelUnpack);
  // Mesa checks the buffer against the size that the call tells, not against where the pixel-store state leads.
  if (!needed || (in_buffer && *needed != static_cast<std::uint64_t>(bytes))) {
    attempt.skip(Skip::kBadValue);
    return nullptr;
  }
  if (in_buffer) return offset_pointer<const void*>(value);
  return value.is_null() ? nullptr : readable(attempt, value, static_cast<std::int64_t>(*needed), 1);
}

void* packed_memory(Attempt& attempt, std::int64_t bytes) {
  if (attempt.context().pack.invert == 0) return zeroed(attempt, bytes);
  std::byte* memory = zeroed(attempt, 2 * clamp_length(bytes));
  return memory == nullptr ? nullptr : memory + bytes;
}

void* packed_offset(Attempt& attempt, const loaders::Value& value) {
  if (attempt.context().pack.invert != 0) attempt.skip(Skip::kBadValue);
  return offset_pointer<void*>(value);
}

const void* image_memory(Attempt& attempt, const loaders::Value& value, std::int64_t bytes) {
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
