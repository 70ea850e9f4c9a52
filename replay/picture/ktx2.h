// Ktx2: writes textures as Khronos' KTX 2.0 (https://registry.khronos.org/KTX/specs/2.0/ktxspec.v2.html), for pixels
// that PNG cannot hold: floats, integers, depth; with all levels, layers and faces.
#pragma once

#include <cstdint>
#include <vector>

namespace replay {

struct Ktx2 {
  enum class Format : std::uint8_t { kRgba8, kRgbaF32, kRgbaI32, kRgbaU32, kDepthF32 };
  Format format = Format::kRgba8;
  int width = 0, height = 0, depth = 0;  // of the first level; 0 for a dimension that the texture does not have
  int layers = 0;                        // of an array; 0: it is none
  int faces = 1;                         // 6: a cube map
  // The first level first. Of each level all layers, of these all faces, of these all slices, of these the rows, the
  // bottom one first.
  std::vector<std::vector<std::uint8_t>> levels{};
};

// The bytes of the file. Precondition: each level has the bytes that its size asks for.
std::vector<std::uint8_t> encode_ktx2(const Ktx2& texture);

}  // namespace replay
