#include "replay/observe/picture.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace replay {
namespace {

void copy_rgb(const std::uint8_t* rgba, int width, std::uint8_t* rgb) {
  for (int x = 0; x < width; ++x, rgba += 4, rgb += 3) {
    rgb[0] = rgba[0];
    rgb[1] = rgba[1];
    rgb[2] = rgba[2];
  }
}

void check(int openssl_result) {
  if (openssl_result != 1)
    throw std::runtime_error("MD5 is not available: the OpenSSL library of this system refuses it");
}

}  // namespace

// libcrypto rather than libmd: its MD5 is hand-written assembly, its security fixes arrive everywhere, and it is on
// every system already. libmd is plain C and another package to ask for.
std::string md5_of_rgb(const Picture& picture) {
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  check(context && EVP_DigestInit_ex(context.get(), EVP_md5(), nullptr));

  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(picture.width) * 3);
  for (int y = 0; y < picture.height; ++y) {
    copy_rgb(picture.row(y), picture.width, rgb.data());
    check(EVP_DigestUpdate(context.get(), rgb.data(), rgb.size()));
  }

  std::uint8_t digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  check(EVP_DigestFinal_ex(context.get(), digest, &size));
  return fmt::format("{:02x}", fmt::join(digest, digest + size, ""));
}

}  // namespace replay
