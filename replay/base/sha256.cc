#include "replay/base/sha256.h"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <vector>

namespace replay {
namespace {

class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  void add(std::string_view bytes) {
    sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }
  std::string digits() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
    sha256_digest(&context_, digest.size(), digest.data());
    return fmt::format("{:02x}", fmt::join(digest, ""));
  }

 private:
  sha256_ctx context_{};
};

}  // namespace

std::string sha256_of_text(std::string_view text) {
  Sha256 sha256;
  sha256.add(text);
  return sha256.digits();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return "";
  Sha256 sha256;
  for (std::vector<char> buffer(1 << 20); in;) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    sha256.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
  }
  return in.bad() ? "" : sha256.digits();
}

}  // namespace replay
