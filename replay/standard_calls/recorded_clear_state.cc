#include "replay/standard_calls/recorded_clear_state.h"

#include "loaders/stream/dump.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

enum : std::uint32_t {
  kScissorTest = 0x0C11,
  kFront = 0x0404,
  kFrontAndBack = 0x0408,
  kReadFramebuffer = 0x8CA8,
  kAllBuffers = 0x4500,  // colour, depth and stencil
};

Value boolean(bool value) { return Value::of_uint(value ? 1 : 0); }

}  // namespace

void RecordedClearState::follow(const Call& call) {
  switch (call.function) {
    case FunctionId::glEnable:
    case FunctionId::glDisable:
      if (call.args[0].u == kScissorTest) scissor_ = call.function == FunctionId::glEnable;
      return;
    case FunctionId::glClearColor:
      for (std::size_t i = 0; i < 4; ++i) color_[i] = call.args[i].f;
      return;
    case FunctionId::glClearDepthf: depth_ = call.args[0].f; return;
    case FunctionId::glClearStencil: stencil_ = static_cast<std::int32_t>(call.args[0].i); return;
    case FunctionId::glColorMask:
      for (std::size_t i = 0; i < 4; ++i) color_mask_[i] = call.args[i].u != 0;
      return;
    case FunctionId::glDepthMask: depth_mask_ = call.args[0].u != 0; return;
    case FunctionId::glStencilMask: stencil_mask_ = static_cast<std::uint32_t>(call.args[0].u); return;
    case FunctionId::glStencilMaskSeparate:
      if (call.args[0].u == kFront || call.args[0].u == kFrontAndBack)
        stencil_mask_ = static_cast<std::uint32_t>(call.args[1].u);
      return;
    case FunctionId::glBindFramebuffer:
      if (call.args[0].u != kReadFramebuffer) framebuffer_ = static_cast<std::uint32_t>(call.args[1].u);
      return;
    case FunctionId::glBindRenderbuffer: renderbuffer_ = static_cast<std::uint32_t>(call.args[1].u); return;
    case FunctionId::glDeleteFramebuffers: return forget(framebuffer_, call.args[1]);
    case FunctionId::glDeleteRenderbuffers: return forget(renderbuffer_, call.args[1]);
    default: return;
  }
}

// An object that is deleted is bound no longer.
void RecordedClearState::forget(std::uint32_t& bound, const Value& names) {
  for (const std::uint32_t name : names.array<std::uint32_t>()) {
    if (name == bound) bound = 0;
  }
}

void RecordedClearState::clear_all(CallMaker& maker) const {
  const bool has_color = color_ != std::array<float, 4>{}, has_depth = depth_ != 1, has_stencil = stencil_ != 0;
  const bool masks_color = color_mask_ != std::array<bool, 4>{true, true, true, true};
  const bool masks_stencil = stencil_mask_ != ~std::uint32_t{0};
  const auto color = [&](float r, float g, float b, float a) {
    maker.make(FunctionId::glClearColor, {Value::of_f32(r), Value::of_f32(g), Value::of_f32(b), Value::of_f32(a)});
  };
  const auto color_mask = [&](bool r, bool g, bool b, bool a) {
    maker.make(FunctionId::glColorMask, {boolean(r), boolean(g), boolean(b), boolean(a)});
  };
  const auto stencil_mask = [&](std::uint32_t mask) {
    maker.make(FunctionId::glStencilMaskSeparate, {Value::of_uint(kFront), Value::of_uint(mask)});
  };
  if (scissor_) maker.make(FunctionId::glDisable, {Value::of_uint(kScissorTest)});
  if (has_color) color(0, 0, 0, 0);
  if (has_depth) maker.make(FunctionId::glClearDepthf, {Value::of_f32(1)});
  if (has_stencil) maker.make(FunctionId::glClearStencil, {Value::of_sint(0)});
  if (masks_color) color_mask(true, true, true, true);
  if (!depth_mask_) maker.make(FunctionId::glDepthMask, {boolean(true)});
  if (masks_stencil) stencil_mask(~std::uint32_t{0});
  maker.make(FunctionId::glClear, {Value::of_uint(kAllBuffers)});
  if (scissor_) maker.make(FunctionId::glEnable, {Value::of_uint(kScissorTest)});
  if (has_color) color(color_[0], color_[1], color_[2], color_[3]);
  if (has_depth) maker.make(FunctionId::glClearDepthf, {Value::of_f32(depth_)});
  if (has_stencil) maker.make(FunctionId::glClearStencil, {Value::of_sint(stencil_)});
  if (masks_color) color_mask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
  if (!depth_mask_) maker.make(FunctionId::glDepthMask, {boolean(false)});
  if (masks_stencil) stencil_mask(stencil_mask_);
}

}  // namespace replay
