#include "replay/report/content_policy.h"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>

#include "replay/base/base64.h"

namespace replay {
namespace {

std::string hash_source(std::string_view text) {
  sha256_ctx hash;
  sha256_init(&hash);
  sha256_update(&hash, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&hash, digest.size(), digest.data());
  return "'sha256-" + base64(digest) + "'";
}

}  // namespace

std::string content_policy(std::string_view script, std::string_view style, PagePictures pictures,
                           PageScripts scripts) {
  // 'self' is the server that a page comes from; browsers do not agree whether it is the folder of a file, too.
  const char* images = pictures == PagePictures::kInsideAndBeside ? " img-src data: 'self' file:;" : "";
  return fmt::format("default-src 'none';{} script-src {}{}; style-src {}; base-uri 'none'; form-action 'none'", images,
                     hash_source(script), scripts == PageScripts::kInside ? "" : " 'strict-dynamic'",
                     hash_source(style));
}

}  // namespace replay
