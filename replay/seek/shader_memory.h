// ShaderMemory: the memory beside framebuffers that shaders of a recording can write: images of textures, storage
// buffers, atomic counters, buffers by their addresses. It only grows: what was once within reach of the shaders of one
// context counts as within reach of all draws and dispatches from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "loaders/stream/call.h"
#include "replay/seek/liveness.h"

namespace replay {

class ShaderMemory {
 public:
  // A damaged file could name any number of textures. With more than these, each texture counts as an image.
  static constexpr std::size_t kMaxTextures = std::size_t{1} << 12;

  // Follows glBindImageTexture or glBindImageTextures.
  void bind_images(const loaders::Call& call);
  void add_buffers() { is_any_ = true; }
  // Handles and addresses do not say what they stand for.
  void add_everything() {
    is_any_ = true;
    knows_images_ = false;
  }

  bool is_any() const { return is_any_; }
  bool knows_images() const { return knows_images_; }
  // The textures that shaders can write, and read without a sampler.
  const std::set<Image>& images() const { return images_; }

 private:
  void add(std::uint32_t texture);

  std::set<Image> images_;
  bool is_any_ = false;
  bool knows_images_ = true;
};

}  // namespace replay
