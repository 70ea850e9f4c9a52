#include "replay/dispatch/policies/pixels.h"

namespace replay {
namespace {

// Zeros in place of what a recorder left out, but not a whole huge image made from a few bytes.
constexpr std::int64_t kMaxPadding = std::int64_t{64} << 20;

}  // namespace

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
