#include "replay/seek/level_storage.h"

namespace replay {

void LevelStorage::level_gets_storage(Image texture) {
  followed_.erase(texture);
  stored_[texture] = draws_;
}

void LevelStorage::storage_changes(Image texture) { followed_.erase(texture); }

void LevelStorage::storage_changes() { followed_.clear(); }

void LevelStorage::attach(Image texture) {
  const auto stored = stored_.find(texture);
  if (stored != stored_.end() && stored->second == draws_) followed_.try_emplace(texture);
}

void LevelStorage::range_changes(Image texture) {
  const auto found = followed_.find(texture);
  if (found != followed_.end()) found->second.clear();
}

void LevelStorage::ranges_change() {
  for (auto& [texture, settled] : followed_) settled.clear();
}

bool LevelStorage::settles(Image texture, const Sampling& sampling) {
  const auto found = followed_.find(texture);
  if (found == followed_.end()) return false;
  if (sampling.program == 0) return true;
  std::set<Sampling>& settled = found->second;
  if (settled.size() == kMaxSamplings) settled.clear();
  return settled.insert(sampling).second;
}

}  // namespace replay
