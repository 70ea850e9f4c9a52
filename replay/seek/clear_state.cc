#include "replay/seek/clear_state.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::uint32_t kAllBuffers = 0xffffffff;

bool writes_no_channel(const loaders::Call& call) {
  return !gl_boolean(call, 0) && !gl_boolean(call, 1) && !gl_boolean(call, 2) && !gl_boolean(call, 3);
}

// Whether a call that masks colours has four true arguments from `first` on.
bool writes_all_channels(const loaders::Call& call, std::size_t first) {
  return gl_boolean(call, first) && gl_boolean(call, first + 1) && gl_boolean(call, first + 2) &&
         gl_boolean(call, first + 3);
}

bool names_back(std::uint32_t buffer) {
  switch (buffer) {
    case GL_BACK:
    case GL_BACK_LEFT:
    case GL_FRONT_AND_BACK:
    case GL_LEFT: return true;
    default: return false;
  }
}

bool names_front(std::uint32_t buffer) { return buffer != GL_NONE && buffer != GL_BACK && buffer != GL_BACK_LEFT; }

void set_plane(std::uint8_t& planes, std::uint8_t plane, bool on) {
  planes = static_cast<std::uint8_t>(on ? planes | plane : planes & ~plane);
}

// The planes that a capability lets draws read and write. glDisable ends that, except for GL_DEPTH_BOUNDS_TEST_EXT,
// which is no depth test.
std::uint8_t plane_of_test(std::uint64_t capability) {
  switch (capability) {
    case GL_DEPTH_TEST:
    case GL_DEPTH_BOUNDS_TEST_EXT: return kDepthPlane;
    case GL_STENCIL_TEST: return kStencilPlane;
    default: return 0;
  }
}

}  // namespace

void ClearState::Values::or_as(const Values& other) {
  scissor |= other.scissor;
  discard |= other.discard;
  masked_colors |= other.masked_colors;
  depth_mask &= other.depth_mask;
  stencil_mask &= other.stencil_mask;
  closed &= other.closed;
  back &= other.back;
  first_is_back &= other.first_is_back;
  front |= other.front;
  tested |= other.tested;
  box = box.common_with(other.box);
  confined &= other.confined;
  outer = outer.hull_with(other.outer);
  view = view.hull_with(other.view);
  fills &= other.fills;
}

void ClearState::follow(const loaders::Call& call, DrawnInto into, bool sure) {
  if (call.function == FunctionId::glPushAttrib) return push(gl_number(call, 0), into, sure);
  if (call.function == FunctionId::glPopAttrib) return pop(into, sure);
  const Values before = now_;
  set(call, into);
  if (!sure) now_.or_as(before);
}

void ClearState::window_buffers(const loaders::Call& call, std::size_t first, bool sure) {
  const Values before = now_;
  set_window_buffers(call, first);
  if (!sure) now_.or_as(before);
}

void ClearState::render_mode(std::uint32_t mode, bool sure) { renders_ = mode == GL_RENDER && (sure || renders_); }

void ClearState::set(const loaders::Call& call, DrawnInto into) {
  constexpr std::uint64_t kEveryBit = 0xff;  // stencil buffers have eight
  switch (call.function) {
    case FunctionId::glEnable: return enable(gl_number(call, 0), true);
    case FunctionId::glDisable: return enable(gl_number(call, 0), false);
    case FunctionId::glColorMask:
      now_.masked_colors = writes_all_channels(call, 0) ? 0 : kAllBuffers;
      set_plane(now_.closed, kColorPlane, writes_no_channel(call));
      return;
    case FunctionId::glDepthMask:
      now_.depth_mask = gl_boolean(call, 0);
      set_plane(now_.closed, kDepthPlane, !now_.depth_mask);
      return;
    case FunctionId::glStencilMask:
      now_.stencil_mask = !two_sided_ && (gl_number(call, 0) & kEveryBit) == kEveryBit;
      return;
    case FunctionId::glScissor: return set_scissor(call);
    case FunctionId::glViewport: return set_viewport(call);
    case FunctionId::glPolygonMode:
      if (gl_number(call, 1) != GL_FILL) now_.fills = false;
      else now_.fills |= gl_number(call, 0) == GL_FRONT_AND_BACK;
      return;
    case FunctionId::glActiveStencilFaceEXT:
      two_sided_ = true;
      now_.stencil_mask = false;
      return;
    default: break;
  }
  const std::string_view name = glbindings::signature(call.function).name();
  if (name.starts_with("glDrawBuffer")) {
    if (into != DrawnInto::kObject) set_window_buffers(call, 0);
  } else if (name.starts_with("glColorMask")) {
    set_plane(now_.closed, kColorPlane, false);
    const std::uint32_t buffer = gl_number(call, 0);
    const std::uint32_t bit = buffer < 32 ? 1u << buffer : kAllBuffers;
    if (!writes_all_channels(call, 1)) now_.masked_colors |= bit;
    else if (bit != kAllBuffers) now_.masked_colors &= ~bit;
  } else if (name.starts_with("glStencilMask")) {
    now_.stencil_mask = false;  // the call masks one face
  } else if (name.starts_with("glScissor")) {
    now_.outer = kAnywhere;  // the call sets the box of one viewport
  } else if (gl_number(call, 0) == GL_SCISSOR_TEST) {
    set_test_of_one_viewport(name.starts_with("glEnable"));
  } else if (name.starts_with("glEnable")) {
    enable(gl_number(call, 0), true);
  }  // glDisablei says nothing about the other indices
}

void ClearState::set_test_of_one_viewport(bool on) {
  now_.scissor |= on;
  now_.confined &= on;
}

void ClearState::set_scissor(const loaders::Call& call) {
  const auto clamped = [](std::int64_t at) {
    return static_cast<int>(std::clamp<std::int64_t>(at, INT32_MIN, INT32_MAX));
  };
  const std::int64_t left = gl_signed(call, 0), bottom = gl_signed(call, 1);
  const std::int64_t width = gl_signed(call, 2), height = gl_signed(call, 3);
  now_.box = {clamped(left), clamped(bottom), clamped(left + width), clamped(bottom + height)};
  now_.outer = now_.box;
}

// GL takes another viewport where this one lies outside of its limits, or is larger.
void ClearState::set_viewport(const loaders::Call& call) {
  constexpr int kSure = 4096;
  const std::int64_t left = gl_signed(call, 0), bottom = gl_signed(call, 1);
  const std::int64_t right = left + gl_signed(call, 2), top = bottom + gl_signed(call, 3);
  const bool is_sure = left >= 0 && bottom >= 0 && right <= kSure && top <= kSure;
  now_.view = is_sure ? ClearBox{static_cast<int>(left), static_cast<int>(bottom), static_cast<int>(right),
                                 static_cast<int>(top)}
                      : kAnywhere;
}

void ClearState::set_window_buffers(const loaders::Call& call, std::size_t first) {
  const std::uint32_t only = gl_number(call, first);
  const auto several = array_argument<std::uint32_t>(call, first + 1);
  const auto buffers = call.argc == first + 1 ? std::span(&only, 1) : several;
  now_.back = std::ranges::any_of(buffers, names_back);
  now_.front = std::ranges::any_of(buffers, names_front);
  now_.first_is_back = !buffers.empty() && names_back(buffers.front());
}

bool ClearState::follow_in_list(const loaders::Call& call) {
  switch (call.function) {
    case FunctionId::glEnable:
    case FunctionId::glDisable:
      if (argument(call, 0) == GL_SCISSOR_TEST || argument(call, 0) == GL_RASTERIZER_DISCARD) return false;
      if (call.function == FunctionId::glEnable) used_by_lists_ |= plane_of_test(argument(call, 0));
      return true;
    case FunctionId::glPushAttrib:
      deepest_in_lists_ = std::max(deepest_in_lists_, static_cast<std::size_t>(++list_depth_));
      return true;
    case FunctionId::glPopAttrib: return --list_depth_ >= 0;
    case FunctionId::glScissor: return true;  // a guess about the box is verified
    default: return false;
  }
}

void ClearState::enable(std::uint64_t capability, bool on) {
  const std::uint8_t plane = plane_of_test(capability);
  if (on) ever_tested_ |= plane;
  switch (capability) {
    case GL_SCISSOR_TEST: now_.scissor = now_.confined = on; return;
    case GL_RASTERIZER_DISCARD: now_.discard = on; return;
    case GL_CONSERVATIVE_RASTERIZATION_NV:
    case GL_CONSERVATIVE_RASTERIZATION_INTEL: now_.fills &= !on; return;  // a polygon draws what it touches
    case GL_DEPTH_BOUNDS_TEST_EXT: always_tested_ |= plane; return;
    case GL_DEPTH_TEST:
    case GL_STENCIL_TEST: set_plane(now_.tested, plane, on); return;
    default: return;
  }
}

void ClearState::push(std::uint64_t mask, DrawnInto into, bool sure) {
  stack_is_known_ &= sure && stack_.size() < kSureAttributes;
  if (stack_.size() == kMaxSaved) return forget();
  stack_.push_back({.mask = mask, .values = now_});
  stack_.back().values.back &= into == DrawnInto::kWindow;
  stack_.back().values.first_is_back &= into == DrawnInto::kWindow;
}

void ClearState::pop(DrawnInto into, bool sure) {
  if (!stack_is_known_) return pop_any(into);
  if (stack_.empty()) return;  // GL reports an error and changes nothing
  Values values = restored(stack_.back(), into);
  if ((stack_.back().unsure & stack_.back().mask) != 0) values.or_as(now_);
  if (sure) {
    now_ = values;
    const std::uint64_t kept = ~stack_.back().mask | stack_.back().unsure;
    stack_.pop_back();
    if (!stack_.empty()) stack_.back().unsure |= kept;
  } else {
    now_.or_as(values);
    stack_is_known_ = false;
  }
}

// Any state on the stack may come back, or none.
void ClearState::pop_any(DrawnInto into) {
  Values values = now_;
  for (const Saved& saved : stack_) values.or_as(restored(saved, into));
  now_ = values;
}

void ClearState::list_pushed(std::size_t depth, DrawnInto into) {
  if (depth == 0 || (stack_is_known_ && stack_.size() + depth <= kSureAttributes)) return;
  stack_is_known_ = false;
  pop_any(into);
}

void ClearState::pushed_buffers(std::uint64_t object, std::span<const std::uint64_t> buffers) {
  stack_.back().object = object;
  stack_.back().buffers.assign(buffers.begin(), buffers.end());
}

bool ClearState::pop_sets_buffers(std::uint64_t object, std::span<const std::uint64_t> buffers) const {
  if (!stack_is_known_) return true;
  if (stack_.empty() || (stack_.back().mask & GL_COLOR_BUFFER_BIT) == 0) return false;
  const Saved& saved = stack_.back();
  return object == 0 || saved.object != object || !std::ranges::equal(saved.buffers, buffers);
}

ClearState::Values ClearState::restored(const Saved& saved, DrawnInto into) const {
  Values values = now_;
  if ((saved.mask & GL_COLOR_BUFFER_BIT) != 0) {
    values.masked_colors = saved.values.masked_colors;
    set_plane(values.closed, kColorPlane, (saved.values.closed & kColorPlane) != 0);
    if (into != DrawnInto::kObject) {
      values.back = saved.values.back && (into == DrawnInto::kWindow || now_.back);
      values.first_is_back = saved.values.first_is_back && (into == DrawnInto::kWindow || now_.first_is_back);
      values.front |= saved.values.front;
    }
  }
  if ((saved.mask & GL_DEPTH_BUFFER_BIT) != 0) {
    values.depth_mask = saved.values.depth_mask;
    set_plane(values.closed, kDepthPlane, (saved.values.closed & kDepthPlane) != 0);
  }
  if ((saved.mask & GL_STENCIL_BUFFER_BIT) != 0) values.stencil_mask = saved.values.stencil_mask && !two_sided_;
  for (const auto& [group, plane] :
       {std::pair{GL_DEPTH_BUFFER_BIT, kDepthPlane}, {GL_STENCIL_BUFFER_BIT, kStencilPlane}}) {
    const bool comes_back = (saved.mask & (static_cast<unsigned>(group) | GL_ENABLE_BIT)) != 0;
    if (comes_back) set_plane(values.tested, plane, (saved.values.tested & plane) != 0);
  }
  if ((saved.mask & (GL_SCISSOR_BIT | GL_ENABLE_BIT)) != 0) {
    values.scissor = saved.values.scissor;
    values.confined = saved.values.confined;
  }
  if ((saved.mask & GL_SCISSOR_BIT) != 0) {
    values.box = saved.values.box;
    values.outer = saved.values.outer;
  }
  if ((saved.mask & GL_VIEWPORT_BIT) != 0) values.view = saved.values.view;
  if ((saved.mask & GL_POLYGON_BIT) != 0) values.fills = saved.values.fills;
  // Drivers disagree about this attribute.
  if ((saved.mask & GL_ENABLE_BIT) != 0) values.discard = values.discard || saved.values.discard;
  return values;
}

std::uint8_t ClearState::killed_by_clear(std::uint64_t mask, DrawnInto into) const {
  return unknown_ || now_.scissor ? std::uint8_t{0} : cleared(mask, into);
}

std::optional<Area> ClearState::guessed_area(WindowSize size) const {
  if (!now_.scissor) return Area{};
  if (!size.is_set()) return std::nullopt;
  if (now_.box.common_with({0, 0, size.width, size.height}).is_empty()) return std::nullopt;
  return Area::of(now_.box, size.width, size.height);
}

std::optional<ClearBox> ClearState::holds_draws() const {
  return unknown_ || !now_.confined ? std::nullopt : std::optional(now_.outer);
}

std::optional<ClearBox> ClearState::holds_polygons() const {
  return unknown_ || !now_.fills || now_.view == kAnywhere ? std::nullopt : std::optional(now_.view);
}

// Without a scissor test.
std::uint8_t ClearState::cleared(std::uint64_t mask, DrawnInto into) const {
  if (!renders_ || now_.discard || into == DrawnInto::kUnknown) return 0;
  const bool color = now_.masked_colors == 0 && (now_.back || into == DrawnInto::kObject);
  const int clearable =
      (color ? kColorPlane : 0) | (now_.depth_mask ? kDepthPlane : 0) | (now_.stencil_mask ? kStencilPlane : 0);
  return planes_of(mask) & static_cast<std::uint8_t>(clearable);
}

std::uint8_t ClearState::used_planes() const {
  return static_cast<std::uint8_t>(kColorPlane | always_tested_ | (unknown_ ? ever_tested_ : now_.tested));
}

std::uint8_t ClearState::closed_planes() const { return unknown_ ? std::uint8_t{0} : now_.closed; }

std::uint8_t planes_of(std::uint64_t mask) {
  return static_cast<std::uint8_t>(((mask & GL_COLOR_BUFFER_BIT) != 0 ? kColorPlane : 0) |
                                   ((mask & GL_DEPTH_BUFFER_BIT) != 0 ? kDepthPlane : 0) |
                                   ((mask & GL_STENCIL_BUFFER_BIT) != 0 ? kStencilPlane : 0));
}

}  // namespace replay
