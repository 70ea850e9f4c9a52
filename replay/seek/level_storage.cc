#include "replay/seek/level_storage.h"

namespace replay {

void LevelStorage::unfollow(Texture& texture) {
  followed_ -= texture.is_followed ? 1 : 0;
  texture.is_followed = false;
}

void LevelStorage::level_gets_storage(Image texture) {
  Texture& stored = textures_[texture];
  unfollow(stored);
  stored.stored_at = draws_;
}

void LevelStorage::storage_changes(Image texture) {
  const auto found = textures_.find(texture);
  if (found != textures_.end()) unfollow(found->second);
}

void LevelStorage::storage_changes() {
  if (followed_ == 0) return;
  for (auto& [image, texture] : textures_) unfollow(texture);
}

void LevelStorage::attach(Image texture) {
  const auto found = textures_.find(texture);
  if (found == textures_.end() || found->second.is_followed || found->second.stored_at != draws_) return;
  found->second.is_followed = true;
  found->second.settled.clear();
  ++followed_;
}

void LevelStorage::range_changes(Image texture) {
  const auto found = textures_.find(texture);
  if (found != textures_.end()) found->second.settled.clear();
}

void LevelStorage::ranges_change() {
  if (followed_ == 0) return;
  for (auto& [image, texture] : textures_) texture.settled.clear();
}

bool LevelStorage::can_be_followed(Image texture) const {
  const auto found = textures_.find(texture);
  return found != textures_.end() && found->second.is_followed;
}

bool LevelStorage::settles(Image texture, const Sampling& sampling) {
  const auto found = textures_.find(texture);
  if (found == textures_.end() || !found->second.is_followed) return false;
  if (sampling.program == 0) return true;
  std::set<Sampling>& settled = found->second.settled;
  if (settled.size() == kMaxSamplings) settled.clear();
  return settled.insert(sampling).second;
}

}  // namespace replay
