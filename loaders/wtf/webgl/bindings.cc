// Bindings, current objects, and state for which WebGL has stricter rules than GL.
#include <algorithm>

#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {

// WebGL refuses objects of another context and deleted ones.
Translator::Lookup Translator::look_up(std::uint32_t handle, ObjectKind kind) const {
  if (handle == 0) return Lookup::kNull;
  const Handle found = objects_.find(handle);
  if (found.kind == ObjectKind::kNone) return Lookup::kUnknown;
  const bool usable = found.kind == kind && !found.is_deleted && found.context == current_->serial;
  return usable ? Lookup::kGood : Lookup::kRefused;
}

// Does what GL does when an object is deleted that is bound in the current context.
void Translator::unbind(ObjectKind kind, std::uint32_t handle) {
  Context& context = *current_;
  switch (kind) {
    case ObjectKind::kBuffer: {
      Buffer* buffer = &objects_.buffer(handle);
      if (context.array_buffer == buffer) context.array_buffer = nullptr;
      if (context.arrays->element_buffer == buffer) context.arrays->element_buffer = nullptr;
      for (Attribute& attribute : context.arrays->attributes) {
        if (attribute.buffer == buffer) attribute.buffer = nullptr;
      }
      break;
    }
    case ObjectKind::kFramebuffer:
      if (context.framebuffer == handle) context.framebuffer = 0;
      break;
    case ObjectKind::kRenderbuffer:
      if (context.renderbuffer == handle) context.renderbuffer = 0;
      break;
    case ObjectKind::kTexture: {
      const Texture* texture = &objects_.texture(handle);
      for (Context::Unit& unit : context.units) {
        if (unit.texture_2d == texture) unit.texture_2d = nullptr;
        if (unit.cube == texture) unit.cube = nullptr;
      }
      break;
    }
    case ObjectKind::kVertexArray:
      if (context.arrays == &objects_.vertex_array(handle)) context.arrays = &context.default_arrays;
      break;
    default: break;  // a program stays in use, and a shader stays attached
  }
}

Outcome Translator::active_texture(Operation& op) {
  const std::uint32_t unit = op.u32(0) - kTexture0;
  if (unit >= Context::kMaxUnits) return Outcome::kNothing;
  current_->unit = unit;
  if (unit >= current_->units.size()) current_->units.resize(unit + 1);
  return Outcome::kCall;
}

Outcome Translator::bind_buffer(Operation& op) {
  const std::uint32_t target = op.u32(0);
  Buffer* buffer = op.handle != 0 ? &objects_.buffer(op.handle) : nullptr;
  if (buffer != nullptr) {
    if (buffer->target != 0 && buffer->target != target) return Outcome::kNothing;
    buffer->target = target;
  }
  (target == kArrayBuffer ? current_->array_buffer : current_->arrays->element_buffer) = buffer;
  return Outcome::kCall;
}

Outcome Translator::bind_framebuffer(Operation& op) {
  current_->framebuffer = op.handle;
  return Outcome::kCall;
}

Outcome Translator::bind_renderbuffer(Operation& op) {
  current_->renderbuffer = op.handle;
  return Outcome::kCall;
}

Outcome Translator::bind_texture(Operation& op) {
  Context::Unit& unit = current_->units[current_->unit];
  (op.u32(0) == kTexture2d ? unit.texture_2d : unit.cube) = op.handle != 0 ? &objects_.texture(op.handle) : nullptr;
  return Outcome::kCall;
}

Outcome Translator::bind_vertex_array(Operation& op) {
  current_->arrays = op.handle != 0 ? &objects_.vertex_array(op.handle) : &current_->default_arrays;
  return Outcome::kCall;
}

Outcome Translator::use_program(Operation& op) {
  Program* program = op.handle != 0 ? &objects_.program(op.handle) : nullptr;
  if (program != nullptr && program->link != Program::Link::kDone) return Outcome::kNothing;
  current_->program = program;
  return Outcome::kCall;
}

// WebGL refuses a constant colour together with a constant alpha.
Outcome Translator::blend_func(Operation& op) {
  const auto is_color = [&](std::size_t i) {
    return op.u32(i) == kConstantColor || op.u32(i) == kOneMinusConstantColor;
  };
  const auto is_alpha = [&](std::size_t i) {
    return op.u32(i) == kConstantAlpha || op.u32(i) == kOneMinusConstantAlpha;
  };
  const bool mixed = (is_color(0) && is_alpha(1)) || (is_alpha(0) && is_color(1));
  return mixed ? Outcome::kNothing : Outcome::kCall;
}

Outcome Translator::depth_range(Operation& op) {
  return op.args[0].f > op.args[1].f ? Outcome::kNothing : Outcome::kCall;
}

Outcome Translator::renderbuffer_storage(Operation& op) {
  if (op.u32(1) == kDepthStencil) op.args[1] = Value::of_uint(kDepth24Stencil8);
  derived_.add_after(glbindings::FunctionId::replayZeroRenderbuffer, {op.args[0]});
  return Outcome::kCall;
}

}  // namespace loaders::wtf::webgl
