// EglImages: EGLImages of the recording that are images of GL objects. The EGL of the live contexts creates the live
// ones, so that textures really share their storage. A file does not contain other images (native pixmaps, buffers of
// other devices).
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace replay {

class EglImages {
 public:
  static constexpr std::size_t kMax = 65536;

  EglImages() = default;
  EglImages(const EglImages&) = delete;
  EglImages& operator=(const EglImages&) = delete;

  void add(std::uint64_t recorded, void* live) {
    if (live_.size() < kMax) live_[recorded] = live;
  }
  // Returns null for an image that could not be created.
  void* find(std::uint64_t recorded) const {
    const auto found = live_.find(recorded);
    return found == live_.end() ? nullptr : found->second;
  }
  void erase(std::uint64_t recorded) { live_.erase(recorded); }

 private:
  std::unordered_map<std::uint64_t, void*> live_;  // recorded EGLImage -> live one
};

}  // namespace replay
