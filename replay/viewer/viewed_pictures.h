// ViewedPictures: the pictures of places that were looked at, so that going back to one costs nothing. The oldest ones
// go when there are too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "replay/picture/picture.h"
#include "replay/viewer/place.h"

namespace replay {

// How draws are made for a picture.
enum class Look : std::uint8_t { kAsRecorded, kWireframe, kOverdraw };

// What tells two pictures of a recording apart. `window`: the recorded drawable that is shown; 0: what the frame shows.
struct PictureKey {
  ViewedPlace place;
  Look look = Look::kAsRecorded;
  std::uint64_t window = 0;
  friend auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

struct ViewedPicture {
  Picture picture;
  std::uint64_t call = 0;  // the swap of a frame, or the draw
  std::string note{};      // a sentence for people; empty: none
};

class ViewedPictures {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  explicit ViewedPictures(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  // The picture stays at least until the next put().
  const ViewedPicture* find(const PictureKey& key);
  bool contains(const PictureKey& key) const { return pictures_.contains(key); }
  const ViewedPicture& put(const PictureKey& key, ViewedPicture picture);

  std::size_t bytes() const { return bytes_; }
  std::size_t most_bytes() const { return most_bytes_; }

 private:
  struct Entry {
    ViewedPicture picture;
    std::list<PictureKey>::iterator use;
  };
  void drop(const PictureKey& key);

  std::size_t most_bytes_, bytes_ = 0;
  std::map<PictureKey, Entry> pictures_;
  std::list<PictureKey> uses_;  // the last used one first
};

}  // namespace replay
