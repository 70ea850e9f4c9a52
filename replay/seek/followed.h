// Followed: what a recorded context has bound and set that decides what draws and clears do, as far as calls alone
// tell.
//
// A context has one or two of them. `now` is what is possible: after a call that GL may refuse, both the old and the
// new state are. `hoped` exists from such a call on, and assumes that GL accepted it. When a recorded glGetError says
// that there was no error since, the driver has accepted the call, and `hoped` becomes `now`:
//
//   glDrawBuffer(GL_AUX0)       now: clears possibly leave colours; hoped: draws go to the window's other buffer
//   glGetError() = GL_NO_ERROR  now: the state that was hoped
//
// With an error it is not known which call was refused, and both stay possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "replay/seek/bound_textures.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/drawn_into.h"
#include "replay/seek/framebuffer_object.h"

namespace replay {

struct Followed {
  // Stands for a framebuffer when it is not known which one is bound.
  static constexpr std::uint64_t kAnyFramebuffer = UINT64_MAX;
  // Where a context has more objects, there is no `hoped`: copying them would take too long.
  static constexpr std::size_t kMaxObjectsHoped = 256;

  DrawnInto drawn_into() const {
    if (draw_framebuffer == kAnyFramebuffer) return DrawnInto::kUnknown;
    return draw_framebuffer == 0 ? DrawnInto::kWindow : DrawnInto::kObject;
  }
  void forget_objects() {
    for (auto& [name, object] : objects) object.forget();
  }

  ClearState clear;
  BoundTextures textures;
  std::unordered_map<std::uint64_t, FramebufferObject> objects;
  std::uint64_t draw_framebuffer = 0, read_framebuffer = 0;
};

}  // namespace replay
