// TextureUnits: a set of texture units.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace replay {

// More units than any driver has: Mesa has up to 192. Godot samples the last ones that its driver has.
inline constexpr std::uint32_t kMaxTextureUnits = 256;

using TextureUnits = std::bitset<kMaxTextureUnits>;
inline const TextureUnits kAllUnits = TextureUnits().set();

}  // namespace replay
