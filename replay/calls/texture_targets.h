// Texture targets that calls name.
#pragma once

#include <glad/gl.h>

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

}  // namespace replay
