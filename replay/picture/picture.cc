#include "replay/picture/picture.h"

#include <fmt/format.h>
#include <nettle/md5.h>
#include <nettle/sha2.h>

#include <array>

namespace replay {
namespace {

void copy_rgb(const std::uint8_t* rgba, int width, std::uint8_t* rgb) {
  for (int x = 0; x < width; ++x, rgba += 4, rgb += 3) {
    rgb[0] = rgba[0];
    rgb[1] = rgba[1];
    rgb[2] = rgba[2];
  }
}

// A hash function of nettle.
template <class Context, std::size_t kBytes>
struct HashFunction {
  void (*init)(Context*);
  void (*update)(Context*, std::size_t, const std::uint8_t*);
  void (*digest)(Context*, std::size_t, std::uint8_t*);
};
constexpr HashFunction<md5_ctx, MD5_DIGEST_SIZE> kMd5 = {md5_init, md5_update, md5_digest};
constexpr HashFunction<sha256_ctx, SHA256_DIGEST_SIZE> kSha256 = {sha256_init, sha256_update, sha256_digest};

template <class Context, std::size_t kBytes>
std::string hash_of(const Picture& picture, const HashFunction<Context, kBytes>& function, bool with_alpha) {
  Context context;
  function.init(&context);
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(picture.width) * 3);
  for (int y = 0; y < picture.height; ++y) {
    if (with_alpha) {
      function.update(&context, static_cast<std::size_t>(picture.width) * 4, picture.row(y));
      continue;
    }
    copy_rgb(picture.row(y), picture.width, rgb.data());
    function.update(&context, rgb.size(), rgb.data());
  }
  std::array<std::uint8_t, kBytes> digest;
  function.digest(&context, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace

std::vector<std::uint8_t> rgb_of(const Picture& picture) {
  const std::size_t stride = static_cast<std::size_t>(picture.width) * 3;
  std::vector<std::uint8_t> rgb(stride * static_cast<std::size_t>(picture.height));
  for (int y = 0; y < picture.height; ++y)
    copy_rgb(picture.row(y), picture.width, &rgb[stride * static_cast<std::size_t>(y)]);
  return rgb;
}

// This uses Nettle rather than OpenSSL. Its MD5 is written in assembly too, no policy of the system (FIPS) can refuse
// it, and the library loads in a tenth of the time, which counts in every replay.
std::string checksum_of(const Picture& picture, ChecksumKind kind) {
  switch (kind) {
    case ChecksumKind::kMd5OfRgb: return hash_of(picture, kMd5, false);
    case ChecksumKind::kSha256OfRgb: return hash_of(picture, kSha256, false);
    case ChecksumKind::kSha256OfRgba: break;
  }
  return hash_of(picture, kSha256, true);
}

}  // namespace replay
