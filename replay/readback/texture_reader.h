// Reading textures back. Asks the current context with errors muted, and leaves no binding changed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "replay/dispatch/asked.h"
#include "replay/readback/framebuffer_reader.h"

struct GladGLContext;

namespace replay {

struct TextureTarget {
  std::uint32_t target, binding;
  std::uint32_t first_image;  // what names an image of it: the target itself, or the first face of a cube
  int images;                 // faces; 0: what it holds cannot be read as pixels
};

// While one lives, a texture is bound to its target, which GL before 4.5 does not tell: binding it to another one is an
// error without effect.
class AskedTexture {
 public:
  // `texture` is a live name that was bound before.
  AskedTexture(const GladGLContext& gl, std::uint32_t texture);
  ~AskedTexture();
  AskedTexture(const AskedTexture&) = delete;
  AskedTexture& operator=(const AskedTexture&) = delete;

  // Null for a target that is not known here.
  const TextureTarget* target() const { return target_; }

 private:
  const GladGLContext& gl_;
  const TextureTarget* target_ = nullptr;
  std::int32_t bound_ = 0;
};

// Of a target: what asks for the texture that is bound to it. 0 for a target that is not known here.
std::uint32_t binding_of(std::uint32_t target);

// How the pixels of a level of `image` are read without loss.
AttachmentImage::Form form_of_level(const GladGLContext& gl, std::uint32_t image, int level);

// A level of the image `image` (GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP_NEGATIVE_X ...) of the texture that is bound there,
// layers above each other. Nothing when there is no such level, or on OpenGL ES, which cannot read textures.
// Precondition: PackState.
std::optional<AttachmentImage> read_level(const GladGLContext& gl, std::uint32_t image, int level);

// The levels of all images of a target from `first` on, at most `count`, named "TEXT level 1", "TEXT face 0 level 1".
std::vector<AttachmentImage> read_levels(const GladGLContext& gl, const TextureTarget& target, const std::string& text,
                                         int first, int count);

}  // namespace replay
