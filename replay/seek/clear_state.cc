#include "replay/seek/clear_state.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "glbindings/signature.h"
#include "replay/seek/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;

// GL guarantees 16, and a program that pushes more gets an error. A few more do no harm.
constexpr std::size_t kMostSaved = 64;

bool names_window_buffer(std::uint64_t buffer) {
  switch (buffer) {
    case GL_BACK:
    case GL_BACK_LEFT:
    case GL_FRONT_AND_BACK:
    case GL_LEFT: return true;
    default: return false;  // GL_FRONT: the same pixels without a display, others with one
  }
}

void set(std::uint8_t& planes, std::uint8_t plane, bool on) {
  planes = static_cast<std::uint8_t>(on ? planes | plane : planes & ~plane);
}

// What a capability lets draws read and write; glDisable ends it but for GL_DEPTH_BOUNDS_TEST_EXT, of which the tests of depth know
// nothing.
std::uint8_t plane_of_test(std::uint64_t capability) {
  switch (capability) {
    case GL_DEPTH_TEST:
    case GL_DEPTH_BOUNDS_TEST_EXT: return kDepthPlane;
    case GL_STENCIL_TEST: return kStencilPlane;
    default: return 0;
  }
}

bool any_names_window_buffer(const loaders::Value& buffers) {
  const auto names = buffers.array<std::uint32_t>();
  return std::ranges::any_of(names, [](std::uint32_t buffer) { return names_window_buffer(buffer); });
}

}  // namespace

bool ClearState::follow(const loaders::Call& call, bool on_window) {
  constexpr std::uint64_t kEveryBit = 0xff;  // stencil buffers have eight
  switch (call.function) {
    case FunctionId::glEnable: enable(argument(call, 0), true); return false;
    case FunctionId::glDisable: enable(argument(call, 0), false); return false;
    case FunctionId::glColorMask:
      now_.color_mask =
          argument(call, 0) != 0 && argument(call, 1) != 0 && argument(call, 2) != 0 && argument(call, 3) != 0;
      return false;
    case FunctionId::glDepthMask: now_.depth_mask = argument(call, 0) != 0; return false;
    case FunctionId::glStencilMask: now_.stencil_mask = (argument(call, 0) & kEveryBit) == kEveryBit; return false;
    case FunctionId::glDrawBuffer:
      if (on_window) now_.draws_color = names_window_buffer(argument(call, 0));
      return true;
    case FunctionId::glPushAttrib: push(argument(call, 0), on_window); return false;
    case FunctionId::glPopAttrib: return pop(on_window);
    default: break;
  }
  const std::string_view name = glbindings::signature(call.function).name;
  if (name.starts_with("glDrawBuffers")) {
    if (on_window) now_.draws_color = call.argc > 1 && any_names_window_buffer(call.args[1]);
    return true;
  }
  if (name.starts_with("glColorMask")) {
    now_.color_mask = false;  // of one buffer: until glColorMask sets all
  } else if (name.starts_with("glStencilMask")) {
    now_.stencil_mask = false;  // of one face
  } else if (name.starts_with("glEnable")) {
    enable(argument(call, 0), true);
  }  // of glDisablei nothing follows for the other indices
  return false;
}

bool ClearState::follow_in_list(const loaders::Call& call) {
  switch (call.function) {
    case FunctionId::glEnable:
    case FunctionId::glDisable:
      if (argument(call, 0) == GL_SCISSOR_TEST || argument(call, 0) == GL_RASTERIZER_DISCARD) return false;
      if (call.function == FunctionId::glEnable) used_by_lists_ |= plane_of_test(argument(call, 0));
      return true;
    case FunctionId::glPushAttrib: ++list_depth_; return true;
    case FunctionId::glPopAttrib: return --list_depth_ >= 0;
    default: return false;
  }
}

void ClearState::enable(std::uint64_t capability, bool on) {
  const std::uint8_t plane = plane_of_test(capability);
  if (on) ever_tested_ |= plane;
  switch (capability) {
    case GL_SCISSOR_TEST: now_.scissor = on; return;
    case GL_RASTERIZER_DISCARD: now_.discard = on; return;
    case GL_DEPTH_BOUNDS_TEST_EXT: always_tested_ |= plane; return;
    case GL_DEPTH_TEST:
    case GL_STENCIL_TEST: set(now_.tested, plane, on); return;
    default: return;
  }
}

void ClearState::push(std::uint64_t mask, bool on_window) {
  if (stack_.size() == kMostSaved) {
    unknown_ = true;
    return;
  }
  stack_.push_back({mask, now_});
  stack_.back().values.draws_color = now_.draws_color && on_window;
}

bool ClearState::pop(bool on_window) {
  if (stack_.empty()) return false;  // an error, without effect
  const Saved saved = stack_.back();
  stack_.pop_back();
  if ((saved.mask & GL_COLOR_BUFFER_BIT) != 0) {
    now_.color_mask = saved.values.color_mask;
    if (on_window) now_.draws_color = saved.values.draws_color;
  }
  if ((saved.mask & GL_DEPTH_BUFFER_BIT) != 0) now_.depth_mask = saved.values.depth_mask;
  if ((saved.mask & GL_STENCIL_BUFFER_BIT) != 0) now_.stencil_mask = saved.values.stencil_mask;
  for (const auto& [group, plane] : {std::pair{GL_DEPTH_BUFFER_BIT, kDepthPlane}, {GL_STENCIL_BUFFER_BIT, kStencilPlane}}) {
    const bool comes_back = (saved.mask & (static_cast<unsigned>(group) | GL_ENABLE_BIT)) != 0;
    if (comes_back) set(now_.tested, plane, (saved.values.tested & plane) != 0);
  }
  if ((saved.mask & (GL_SCISSOR_BIT | GL_ENABLE_BIT)) != 0) now_.scissor = saved.values.scissor;
  if ((saved.mask & GL_ENABLE_BIT) != 0) now_.discard = now_.discard || saved.values.discard;  // drivers disagree
  return (saved.mask & GL_COLOR_BUFFER_BIT) != 0 || unknown_;
}

std::uint8_t ClearState::wiped_by_clear(std::uint64_t mask, bool on_window) const {
  if (unknown_ || now_.scissor || now_.discard) return 0;
  const bool color = now_.color_mask && (now_.draws_color || !on_window);
  const int clearable =
      (color ? kColorPlane : 0) | (now_.depth_mask ? kDepthPlane : 0) | (now_.stencil_mask ? kStencilPlane : 0);
  return planes_of(mask) & static_cast<std::uint8_t>(clearable);
}

std::uint8_t ClearState::used_planes() const {
  return static_cast<std::uint8_t>(kColorPlane | always_tested_ | (unknown_ ? ever_tested_ : now_.tested));
}

std::uint8_t planes_of(std::uint64_t mask) {
  return static_cast<std::uint8_t>(((mask & GL_COLOR_BUFFER_BIT) != 0 ? kColorPlane : 0) |
                                   ((mask & GL_DEPTH_BUFFER_BIT) != 0 ? kDepthPlane : 0) |
                                   ((mask & GL_STENCIL_BUFFER_BIT) != 0 ? kStencilPlane : 0));
}

}  // namespace replay
