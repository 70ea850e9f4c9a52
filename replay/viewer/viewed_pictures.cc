#include "replay/viewer/viewed_pictures.h"

#include <utility>

namespace replay {

const ViewedPicture* ViewedPictures::find(const PictureKey& key) {
  const auto found = pictures_.find(key);
  if (found == pictures_.end()) return nullptr;
  uses_.splice(uses_.begin(), uses_, found->second.use);
  return &found->second.picture;
}

const ViewedPicture& ViewedPictures::put(const PictureKey& key, ViewedPicture picture) {
  drop(key);
  const std::size_t bytes = picture.picture.rgba.size();
  while (!uses_.empty() && bytes_ + bytes > most_bytes_) drop(PictureKey(uses_.back()));
  uses_.push_front(key);
  bytes_ += bytes;
  return pictures_.emplace(key, Entry{std::move(picture), uses_.begin()}).first->second.picture;
}

void ViewedPictures::drop(const PictureKey& key) {
  const auto found = pictures_.find(key);
  if (found == pictures_.end()) return;
  bytes_ -= found->second.picture.picture.rgba.size();
  uses_.erase(found->second.use);
  pictures_.erase(found);
}

}  // namespace replay
