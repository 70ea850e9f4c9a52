// Texture targets that calls name.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace replay {

constexpr bool is_cube_face(std::uint32_t target) {
  return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

// Returns the target to which a texture is bound when calls name this target of it. Cube maps are bound as a whole, and
// their images are named by face.
constexpr std::uint32_t bound_target(std::uint32_t target) {
  return is_cube_face(target) ? std::uint32_t{GL_TEXTURE_CUBE_MAP} : target;
}

// A set of targets, as bits. A unit has a texture for each target, and a sampler reads that of its own target.
using TextureTargets = std::uint32_t;
inline constexpr TextureTargets kAllTargets = UINT32_MAX;

inline constexpr std::array<std::uint32_t, 11> kTextureTargets = {GL_TEXTURE_1D,
                                                                  GL_TEXTURE_2D,
                                                                  GL_TEXTURE_3D,
                                                                  GL_TEXTURE_CUBE_MAP,
                                                                  GL_TEXTURE_RECTANGLE,
                                                                  GL_TEXTURE_1D_ARRAY,
                                                                  GL_TEXTURE_2D_ARRAY,
                                                                  GL_TEXTURE_CUBE_MAP_ARRAY,
                                                                  GL_TEXTURE_BUFFER,
                                                                  GL_TEXTURE_2D_MULTISAMPLE,
                                                                  GL_TEXTURE_2D_MULTISAMPLE_ARRAY};

// Returns the set of this target; of all, where it is not among those above.
constexpr TextureTargets targets_of(std::uint32_t target) {
  for (std::size_t i = 0; i < kTextureTargets.size(); ++i) {
    if (kTextureTargets[i] == target) return TextureTargets{1} << i;
  }
  return kAllTargets;
}

}  // namespace replay
