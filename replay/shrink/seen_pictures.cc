#include "replay/shrink/seen_pictures.h"

#include <xxhash.h>

#include "replay/base/mixed_hash.h"

namespace replay {
namespace {

// With one, 2 of 73 conclusions were wrong in a game of display lists; from two on none was, in three recordings.
constexpr std::uint64_t kEnough = 3;

}  // namespace

std::uint64_t hash_of(const std::vector<AttachmentImage>& images) {
  std::uint64_t hash = images.size();
  for (const AttachmentImage& image : images) {
    hash = mixed(hash, static_cast<std::uint64_t>(image.width) << 32 | static_cast<std::uint32_t>(image.height));
    hash = XXH3_64bits_withSeed(image.name.data(), image.name.size(), hash);
    hash = XXH3_64bits_withSeed(image.bytes.data(), image.bytes.size(), hash);
  }
  return hash;
}

void SeenPictures::settle() {
  for (const auto& [picture, with_fault] : noted_)
    ++(with_fault ? times_[picture].with_fault : times_[picture].without);
  noted_.clear();
}

bool SeenPictures::was_without_fault(std::uint64_t picture) const {
  const auto seen = times_.find(picture);
  return seen != times_.end() && seen->second.without >= kEnough && seen->second.with_fault == 0;
}

}  // namespace replay
