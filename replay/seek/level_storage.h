// LevelStorage: textures whose levels got their storage one by one, and which of them can be followed when they are
// drawn into.
//
// Mesa may keep the levels of such a texture apart until a draw samples it, and then copy them to one storage. A
// framebuffer object that has a level attached keeps the old one, so what is drawn through it afterwards is lost.
// Seeking must not change whether and when that happens. So a texture is followed only where it was attached before any
// draw since its levels have their storage. Then the first draw that may sample it is made, once for each context,
// program and unit, because nobody knows which of them samples it. The same holds when the range of its levels changes.
// A program that is linked again counts as the same.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

#include "replay/seek/liveness.h"

namespace replay {

class LevelStorage {
 public:
  // How a draw may sample a texture.
  struct Sampling {
    std::uint64_t context = 0;  // a handle
    std::uint64_t program = 0;  // a key; 0: it is not known which
    std::uint32_t unit = 0;

    auto operator<=>(const Sampling&) const = default;
  };
  // Of one texture. With more, all are made again.
  static constexpr std::size_t kMaxSamplings = 256;

  void draw() { ++draws_; }
  // A level of the texture beside its first gets storage by itself.
  void level_gets_storage(Image texture);
  void storage_changes(Image texture);
  void storage_changes();
  void attach(Image texture);
  void range_changes(Image texture);
  void ranges_change();

  bool has(Image texture) const { return stored_.contains(texture); }
  bool can_be_followed(Image texture) const { return followed_.contains(texture); }
  bool follows_any() const { return !followed_.empty(); }
  // Whether a draw that may sample the texture so has to be made. The next one like it has not.
  bool settles(Image texture, const Sampling& sampling);

 private:
  std::unordered_map<Image, std::uint64_t> stored_;  // how many draws came before its levels got storage
  std::map<Image, std::set<Sampling>> followed_;     // with the draws that were made
  std::uint64_t draws_ = 0;
};

}  // namespace replay
