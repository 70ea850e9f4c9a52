// Reading textures back layer by layer, to be looked at. Asks the current context with errors muted, and leaves no
// binding changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/readback/texture_reader.h"

namespace replay {

// A level of a texture: all of its faces have this size.
struct TextureLevel {
  int level = 0, width = 0, height = 1;
  int layers = 1;            // of an array, a cube map (its 6 faces), slices of a 3D texture
  std::uint32_t format = 0;  // internal
  AttachmentImage::Form form = AttachmentImage::Form::kRgba8;

  std::size_t layer_bytes() const;
};

// The levels of the texture that `asked` holds, from the first on, at most `most`. Empty when GL does not tell (OpenGL
// ES before 3.1).
std::vector<TextureLevel> levels_of(const GladGLContext& gl, const AskedTexture& asked, int most);

// "face +X", "layer 3", "layer 2 face -Y", "slice 5"; empty for the only layer.
std::string layer_text(const TextureTarget& target, const TextureLevel& level, int layer);

// The layers from the first on, at most `most`, without those that the driver does not give. `live` is the texture that
// `asked` holds. OpenGL ES gives the layers that can be drawn into. Precondition: PackState.
std::vector<std::optional<AttachmentImage>> read_layers(const GladGLContext& gl, const AskedTexture& asked,
                                                        std::uint32_t live, const TextureLevel& level, int most);

}  // namespace replay
