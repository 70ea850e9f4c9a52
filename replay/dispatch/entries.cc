#include "replay/dispatch/entries.h"

#include <glad/gl.h>

#include <type_traits>

namespace replay {
namespace {

constexpr auto make_offsets() {
  std::remove_cv_t<decltype(entry_offsets)> offsets{};
#define REPLAY_ENTRY(function, entry) \
  offsets[static_cast<std::size_t>(glbindings::FunctionId::function)] = offsetof(GladGLContext, entry);
#include "glbindings/gl_entries.inc"
#undef REPLAY_ENTRY
  return offsets;
}

}  // namespace

constinit const decltype(make_offsets()) entry_offsets = make_offsets();

}  // namespace replay
