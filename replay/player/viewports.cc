#include "replay/player/viewports.h"

#include <algorithm>
#include <cmath>

#include "glbindings/signature.h"
#include "replay/calls/context_attributes.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint64_t kReadFramebuffer = 0x8CA8;  // GL_READ_FRAMEBUFFER
constexpr std::uint64_t kViewportBit = 0x800;       // GL_VIEWPORT_BIT
constexpr std::uint64_t kCompile = 0x1300;          // GL_COMPILE
constexpr std::uint64_t kMaxViewportDims = 0x0D3A;  // GL_MAX_VIEWPORT_DIMS

// Far larger than any window. The sum of two does not overflow.
constexpr int kFar = INT32_MAX / 2;

int integer(const Call& call, std::size_t index) {
  return static_cast<int>(std::clamp<std::int64_t>(call.args[index].i, -kFar, kFar));
}

int integer(float value) {
  if (!(value > -static_cast<float>(kFar))) return -kFar;
  return value < static_cast<float>(kFar) ? static_cast<int>(std::lround(value)) : kFar;
}

std::optional<Box> box_of_floats(const loaders::Value& floats) {
  const auto v = floats.array<float>();
  if (floats.elem != loaders::Elem::kF32 || v.size() < 4) return std::nullopt;
  return Box{integer(v[0]), integer(v[1]), integer(v[2]), integer(v[3])};
}

// Returns the viewport with index 0 that the call sets.
std::optional<Box> viewport_of(const Call& call) {
  switch (call.function) {
    case FunctionId::glViewport: return Box{integer(call, 0), integer(call, 1), integer(call, 2), integer(call, 3)};
    case FunctionId::glViewportArrayv:
    case FunctionId::glViewportArrayvOES:
    case FunctionId::glViewportArrayvNV: return call.args[0].u == 0 ? box_of_floats(call.args[2]) : std::nullopt;
    case FunctionId::glViewportIndexedfv:
    case FunctionId::glViewportIndexedfvOES:
    case FunctionId::glViewportIndexedfvNV: return call.args[0].u == 0 ? box_of_floats(call.args[1]) : std::nullopt;
    case FunctionId::glViewportIndexedf:
    case FunctionId::glViewportIndexedfOES:
    case FunctionId::glViewportIndexedfNV:
      if (call.args[0].u != 0) return std::nullopt;
      return Box{integer(call.args[1].f), integer(call.args[2].f), integer(call.args[3].f), integer(call.args[4].f)};
    default: return std::nullopt;
  }
}

// Returns the destination of a blit. Its corners may be in any order. `first` is the index of its first argument.
Box blit_destination(const Call& call, std::size_t first) {
  const auto [left, right] = std::minmax({integer(call, first), integer(call, first + 2)});
  const auto [bottom, top] = std::minmax({integer(call, first + 1), integer(call, first + 3)});
  return {left, bottom, right - left, top - bottom};
}

bool is_blit(FunctionId function) {
  return function == FunctionId::glBlitFramebuffer || function == FunctionId::glBlitFramebufferEXT ||
         function == FunctionId::glBlitFramebufferANGLE || function == FunctionId::glBlitFramebufferNV;
}

}  // namespace

Viewports::Context& Viewports::context_of(std::uint32_t thread) {
  const auto current = current_.find(thread);
  std::uint64_t handle = current == current_.end() ? 0 : current->second;
  if (contexts_.size() >= kMaxContexts && !contexts_.contains(handle)) handle = 0;
  return contexts_[handle];
}

void Viewports::make_current(std::uint32_t thread, std::uint64_t context) {
  if (current_.size() < kMaxContexts || current_.contains(thread)) current_[thread] = context;
}

bool Viewports::is_largest(const Box& box) const { return box.width >= most_width_ && box.height >= most_height_; }

void Viewports::learn_limit(const Call& call) {
  const loaders::Value& answer = call.args[1];
  if (call.args[0].u != kMaxViewportDims || answer.kind != loaders::ValueKind::kArray || answer.count < 2) return;
  const auto number = [&](std::size_t index) {
    return static_cast<int>(std::clamp<std::int64_t>(list_element(answer, index), 1, kFar));
  };
  most_width_ = std::min(most_width_, number(0));
  most_height_ = std::min(most_height_, number(1));
}

Viewports::Event Viewports::set(Context& context, const Box& box, bool by_tracer) {
  if (context.compiling) return {};
  const bool says_nothing = is_largest(box) && !by_tracer;
  context.viewport = says_nothing ? std::nullopt : std::optional(box);
  if (context.draw_framebuffer != 0 || says_nothing) return {};
  return {.kind = Event::kSet, .box = box, .by_tracer = by_tracer};
}

// Returns false for a call that does not change what draws reach.
bool Viewports::follow_state(const Call& call) {
  switch (call.function) {
    case FunctionId::glBindFramebuffer:
    case FunctionId::glBindFramebufferEXT:
    case FunctionId::glBindFramebufferOES:
      if (call.args[0].u != kReadFramebuffer) context_of(call.thread).draw_framebuffer = call.args[1].u;
      return true;
    case FunctionId::glDeleteFramebuffers:
    case FunctionId::glDeleteFramebuffersEXT:
    case FunctionId::glDeleteFramebuffersOES: {
      std::uint64_t& bound = context_of(call.thread).draw_framebuffer;
      if (call.args[1].elem != loaders::Elem::kU32) return true;
      const auto names = call.args[1].array<std::uint32_t>();
      if (std::find(names.begin(), names.end(), bound) != names.end()) bound = 0;
      return true;
    }
    case FunctionId::glPushAttrib: {
      Context& context = context_of(call.thread);
      if (context.compiling || context.stack.size() >= kDeepestStack) return true;
      context.stack.push_back((call.args[0].u & kViewportBit) != 0 ? context.viewport : std::nullopt);
      return true;
    }
    case FunctionId::glPopAttrib: {
      Context& context = context_of(call.thread);
      if (context.compiling || context.stack.empty()) return true;
      if (context.stack.back()) context.viewport = context.stack.back();
      context.stack.pop_back();
      return true;
    }
    case FunctionId::glNewList: context_of(call.thread).compiling = call.args[1].u == kCompile; return true;
    case FunctionId::glEndList: context_of(call.thread).compiling = false; return true;
    // Window systems use numbers again. This is a new context.
    case FunctionId::glXCreateContext:
    case FunctionId::glXCreateNewContext:
    case FunctionId::glXCreateContextAttribsARB:
    case FunctionId::glXCreateContextWithConfigSGIX:
    case FunctionId::eglCreateContext:
    case FunctionId::wglCreateContext:
    case FunctionId::wglCreateContextAttribsARB:
      if (call.result() != nullptr) contexts_.erase(call.result()->u);
      return true;
    default: return false;
  }
}

Viewports::Target Viewports::target(std::uint32_t thread) {
  const Context& context = context_of(thread);
  return {context.draw_framebuffer, context.compiling};
}

Viewports::Event Viewports::follow(const Call& call) {
  if (follow_state(call)) return {};
  if (const auto box = viewport_of(call)) return set(context_of(call.thread), *box, call.is(loaders::kFake));
  const auto& signature = glbindings::signature(call.function);
  if ((signature.traits & (glbindings::kRenders | glbindings::kRendersBeside)) == 0) return {};
  const Context& context = context_of(call.thread);
  const bool is_named = call.function == FunctionId::glBlitNamedFramebuffer;
  const std::uint64_t framebuffer = is_named ? call.args[1].u : context.draw_framebuffer;
  if (framebuffer != 0 || context.compiling) return {};
  if (is_named || is_blit(call.function)) {
    return {.kind = Event::kDrawn, .box = blit_destination(call, is_named ? 6 : 4), .is_copy = true};
  }
  // Viewports do not limit clears and copies.
  if (!signature.has(glbindings::kRenders) || call.function == FunctionId::glClear) {
    return {.kind = Event::kDrawn, .is_clear = true, .in_force = context.viewport};
  }
  return {.kind = Event::kDrawn, .box = context.viewport};
}

}  // namespace replay
