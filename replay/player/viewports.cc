#include "replay/player/viewports.h"

#include <algorithm>
#include <cmath>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint64_t kReadFramebuffer = 0x8CA8;  // GL_READ_FRAMEBUFFER
constexpr std::uint64_t kViewportBit = 0x800;       // GL_VIEWPORT_BIT
constexpr std::uint64_t kCompile = 0x1300;          // GL_COMPILE

// Far beyond any window, and sums of two do not overflow.
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

// The viewport with index 0 that the call sets.
std::optional<Box> viewport_of(const Call& call) {
  switch (call.function) {
    case FunctionId::glViewport:
      return Box{integer(call, 0), integer(call, 1), integer(call, 2), integer(call, 3)};
    case FunctionId::glViewportArrayv:
    case FunctionId::glViewportArrayvOES:
    case FunctionId::glViewportArrayvNV:
      return call.args[0].u == 0 ? box_of_floats(call.args[2]) : std::nullopt;
    case FunctionId::glViewportIndexedfv:
    case FunctionId::glViewportIndexedfvOES:
    case FunctionId::glViewportIndexedfvNV:
      return call.args[0].u == 0 ? box_of_floats(call.args[1]) : std::nullopt;
    case FunctionId::glViewportIndexedf:
    case FunctionId::glViewportIndexedfOES:
    case FunctionId::glViewportIndexedfNV:
      if (call.args[0].u != 0) return std::nullopt;
      return Box{integer(call.args[1].f), integer(call.args[2].f), integer(call.args[3].f), integer(call.args[4].f)};
    default:
      return std::nullopt;
  }
}

// The destination of glBlitFramebuffer, whose corners may be in any order.
Box blit_destination(const Call& call) {
  const int left = std::min(integer(call, 4), integer(call, 6)), right = std::max(integer(call, 4), integer(call, 6));
  const int bottom = std::min(integer(call, 5), integer(call, 7)), top = std::max(integer(call, 5), integer(call, 7));
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
  if (contexts_.size() >= kMostContexts && !contexts_.contains(handle)) handle = 0;
  return contexts_[handle];
}

void Viewports::make_current(std::uint32_t thread, std::uint64_t context) {
  if (current_.size() < kMostContexts || current_.contains(thread)) current_[thread] = context;
}

Viewports::Event Viewports::set(Context& context, const Box& box) {
  if (context.compiling) return {};
  context.viewport = box;
  return context.on_window ? Event{Event::kSet, box} : Event{};
}

Viewports::Event Viewports::look_at(const Call& call) {
  switch (call.function) {
    case FunctionId::glBindFramebuffer:
    case FunctionId::glBindFramebufferEXT:
    case FunctionId::glBindFramebufferOES:
      if (call.args[0].u != kReadFramebuffer) context_of(call.thread).on_window = call.args[1].u == 0;
      return {};
    case FunctionId::glPushAttrib: {
      Context& context = context_of(call.thread);
      if (context.compiling || context.stack.size() >= kDeepestStack) return {};
      context.stack.push_back((call.args[0].u & kViewportBit) != 0 ? context.viewport : std::nullopt);
      return {};
    }
    case FunctionId::glPopAttrib: {
      Context& context = context_of(call.thread);
      if (context.compiling || context.stack.empty()) return {};
      if (context.stack.back()) context.viewport = context.stack.back();
      context.stack.pop_back();
      return {};
    }
    case FunctionId::glNewList:
      context_of(call.thread).compiling = call.args[1].u == kCompile;
      return {};
    case FunctionId::glEndList:
      context_of(call.thread).compiling = false;
      return {};
    default:
      break;
  }
  if (const auto box = viewport_of(call)) return set(context_of(call.thread), *box);
  const auto& signature = glbindings::signature(call.function);
  if ((signature.traits & (glbindings::kRenders | glbindings::kRendersBeside)) == 0) return {};
  const Context& context = context_of(call.thread);
  if (!context.on_window || context.compiling) return {};
  if (is_blit(call.function)) return {Event::kDrawn, blit_destination(call)};
  // Clears and copies know no viewport.
  const bool limited = signature.has(glbindings::kRenders) && call.function != FunctionId::glClear;
  return {Event::kDrawn, limited ? context.viewport : std::nullopt};
}

}  // namespace replay
