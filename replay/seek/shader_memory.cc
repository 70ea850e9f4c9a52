#include "replay/seek/shader_memory.h"

#include <algorithm>

#include "replay/calls/call_argument.h"

namespace replay {

void ShaderMemory::bind_images(const loaders::Call& call) {
  if (call.function != glbindings::FunctionId::glBindImageTextures) return add(gl_number(call, 1));
  const auto textures = array_argument<std::uint32_t>(call, 2);
  for (const std::uint32_t texture : textures) add(texture);
  const bool sets_units_free = call.argc > 2 && call.args[2].is_null();
  if (!sets_units_free && textures.size() < gl_number(call, 1)) add_everything();
}

void ShaderMemory::add(std::uint32_t texture) {
  if (texture == 0) return;
  is_any_ = true;
  if (images_.size() == kMaxTextures) knows_images_ = false;
  else images_.insert(texture_image(texture));
}

}  // namespace replay
