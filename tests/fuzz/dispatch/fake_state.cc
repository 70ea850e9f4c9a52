#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {

bool has_target(std::uint32_t target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return true;
  for (const Target& known : kTargets) {
    if (known.name == target) return known.in_es || !is_es();
  }
  return false;
}

std::shared_ptr<Buffer> bound(std::uint32_t target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return arrays().elements;
  const auto found = state.bound.find(target);
  return found == state.bound.end() ? nullptr : found->second.second;
}

std::shared_ptr<Buffer> named(std::uint32_t name) {
  const auto found = state.group->buffers.find(name);
  return found == state.group->buffers.end() ? nullptr : found->second;
}

int fixed_index(std::uint32_t capability) {
  switch (capability) {
    case GL_VERTEX_ARRAY: return kAttributes;
    case GL_NORMAL_ARRAY: return kAttributes + 1;
    case GL_COLOR_ARRAY: return kAttributes + 2;
    case GL_INDEX_ARRAY: return is_es() ? -1 : kAttributes + 3;
    case GL_EDGE_FLAG_ARRAY: return is_es() ? -1 : kAttributes + 4;
    case GL_SECONDARY_COLOR_ARRAY: return is_es() ? -1 : kAttributes + 5;
    case GL_FOG_COORD_ARRAY: return is_es() ? -1 : kAttributes + 6;
    case GL_TEXTURE_COORD_ARRAY: return kAttributes + kFixed + state.unit;
    default: return -1;
  }
}

}  // namespace replay::fake
