#include "replay/dispatch/entries.h"

#include <glad/gl.h>

#include <array>

namespace replay {
namespace {

constexpr auto make_offsets() {
  std::array<std::uint32_t, static_cast<std::size_t>(glbindings::FunctionId::kCount)> offsets{};
#define REPLAY_ENTRY(function, entry) \
  offsets[static_cast<std::size_t>(glbindings::FunctionId::function)] = offsetof(GladGLContext, entry);
#include "glbindings/gl_entries.inc"
#undef REPLAY_ENTRY
  return offsets;
}

constexpr auto kOffsets = make_offsets();

}  // namespace

const std::uint32_t* const entry_offsets = kOffsets.data();

}  // namespace replay
