#include "replay/picture/picture.h"

#include <fmt/format.h>
#include <nettle/md5.h>

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
std::string md5_of_rgb(const Picture& picture) {
  md5_ctx context;
  md5_init(&context);
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(picture.width) * 3);
  for (int y = 0; y < picture.height; ++y) {
    copy_rgb(picture.row(y), picture.width, rgb.data());
    md5_update(&context, rgb.size(), rgb.data());
  }
  std::array<std::uint8_t, MD5_DIGEST_SIZE> digest;
  md5_digest(&context, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace replay
