#include "replay/base/base64.h"

#include <nettle/base64.h>

namespace replay {

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), bytes.data());
  return text;
}

std::optional<std::vector<std::uint8_t>> base64_decoded(std::string_view text) {
  std::vector<std::uint8_t> bytes(BASE64_DECODE_LENGTH(text.size()));
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::size_t size = bytes.size();
  if (base64_decode_update(&context, &size, bytes.data(), text.size(), text.data()) == 0) return std::nullopt;
  if (base64_decode_final(&context) == 0) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

}  // namespace replay
