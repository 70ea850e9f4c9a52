// Framebuffers. The default framebuffer is a drawable of the window system. Surfaces without a display have only one
// colour buffer, so the recorded names of its buffers (back, front, left) are replaced by names that the surface has
// (WindowSystem::window_buffer).
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"
#include "replay/handlers/framebuffers/window_buffers.h"

namespace replay::handlers {
namespace {

// glDrawBuffers with one buffer does the same as glDrawBuffer, and only glDrawBuffer distinguishes the front and back
// buffer here.
bool draws_front_only(const GLenum* recorded, std::int64_t count) { return count == 1 && recorded[0] == GL_FRONT_LEFT; }

using glbindings::FunctionId;

// EXT_direct_state_access creates objects for names that were never bound. Its core version refuses such names.
template <class Function>
bool makes_objects(const Dispatcher& d, const Call& call, FunctionId function, Function GladGLContext::*member) {
  return call.function == function && d.gl->*member != nullptr;
}

std::uint32_t named_framebuffer(CallInProgress& attempt, bool makes_object) {
  const std::uint64_t name = attempt.arg(0).u;
  return makes_object ? live_name_or_new(attempt, Kind::kFramebuffer, name)
                      : live_name(attempt, Kind::kFramebuffer, name);
}

// Contexts also share the framebuffer objects of EXT_framebuffer_object, but not those of core GL. The names of the
// shared ones are stored in the share group.
NameMap& shared_framebuffers(Dispatcher& d) { return d.context->group->names[map_index(Kind::kFramebuffer)]; }

// When another context of the group has bound a name, the name stands for that object if the driver knows it in this
// context. A driver that does not share such objects may have given the number to an object of this context.
void take_shared(Dispatcher& d, std::uint32_t name) {
  NameMap& own = d.context->map(Kind::kFramebuffer);
  const std::uint32_t shared = shared_framebuffers(d).find(name);
  if (shared == 0 || shared == own.find(name) || d.gl->IsFramebuffer == nullptr || is_inside_begin(d)) return;
  bool is_other = false;
  own.for_each([&](std::uint32_t, std::uint32_t live) { is_other |= live == shared; });
  if (!is_other && d.gl->IsFramebuffer(shared)) own.set(name, shared);
}

}  // namespace

void bind_framebuffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindFramebuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const bool is_shared = call.function == FunctionId::glBindFramebufferEXT;
  if (is_shared) take_shared(d, u32(call, 1));
  const std::uint32_t live = live_name_or_new(attempt, Kind::kFramebuffer, call.args[1].u);
  if (!attempt.ok) return;
  if (is_shared && shared_framebuffers(d).find(u32(call, 1)) != live) shared_framebuffers(d).set(u32(call, 1), live);
  function(u32(call, 0), live);
  const bool is_target =
      u32(call, 0) == GL_FRAMEBUFFER || u32(call, 0) == GL_DRAW_FRAMEBUFFER || u32(call, 0) == GL_READ_FRAMEBUFFER;
  const bool has_both = u32(call, 0) == GL_FRAMEBUFFER || d.gl->BlitFramebuffer != nullptr;
  if (!is_target || !has_both || is_inside_begin(d)) return;
  if (u32(call, 0) != GL_READ_FRAMEBUFFER) d.context->draw_framebuffer = u32(call, 1);
  if (u32(call, 0) != GL_DRAW_FRAMEBUFFER) d.context->read_framebuffer = u32(call, 1);
  if (u32(call, 1) != 0) return;
  d.window_system.keep_read_buffer();
  follow_window_buffers(d);
}

void delete_framebuffers(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name : delete_names<Kind::kFramebuffer>(d, call, &GladGLContext::DeleteFramebuffers)) {
    shared_framebuffers(d).erase(name);
    if (d.context->draw_framebuffer == name) d.context->draw_framebuffer = 0;
    if (d.context->read_framebuffer == name) d.context->read_framebuffer = 0;
  }
  follow_window_buffers(d);
}

void pop_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PopAttrib);
  if (function == nullptr) return;
  function();
  // In a list it restores a base that was set before the list was called, or none.
  if (d.context->compiled_list != 0) d.context->group->list_costs.add_base(0);
  follow_window_buffers(d);
}

void draw_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DrawBuffer);
  if (function == nullptr) return;
  function(d.context->draw_framebuffer == 0 ? live_window_buffer(d, u32(call, 0)) : u32(call, 0));
  follow_window_buffers(d);
}

void read_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ReadBuffer);
  if (function == nullptr) return;
  function(d.context->read_framebuffer == 0 ? live_read_buffer(d, u32(call, 0)) : u32(call, 0));
  follow_window_buffers(d);
}

void draw_buffers(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DrawBuffers);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto count = Arg<0>::count(attempt);
  const auto* recorded = In<Arg<0>>::get<const GLenum*>(attempt, call.args[1]);
  if (!attempt.ok) return;
  if (d.context->draw_framebuffer != 0) return function(i32(call, 0), recorded);
  if (draws_front_only(recorded, count) && d.gl->DrawBuffer != nullptr) {
    d.gl->DrawBuffer(live_window_buffer(d, GL_FRONT_LEFT));
  } else {
    auto* live = attempt.scratch<GLenum>(static_cast<std::size_t>(count) + 1);
    live_window_buffers(d, recorded, live, static_cast<std::size_t>(count));
    function(i32(call, 0), live);
  }
  follow_window_buffers(d);
}

void named_framebuffer_draw_buffer(Dispatcher& d, const Call& call) {
  constexpr auto kExt = &GladGLContext::FramebufferDrawBufferEXT;
  const bool by_ext = makes_objects(d, call, FunctionId::glFramebufferDrawBufferEXT, kExt);
  const auto function = entry(d, call, by_ext ? kExt : &GladGLContext::NamedFramebufferDrawBuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = named_framebuffer(attempt, by_ext);
  if (!attempt.ok) return;
  function(live, u32(call, 0) == 0 ? live_window_buffer(d, u32(call, 1)) : u32(call, 1));
  follow_window_buffers(d);
}

void named_framebuffer_read_buffer(Dispatcher& d, const Call& call) {
  constexpr auto kExt = &GladGLContext::FramebufferReadBufferEXT;
  const bool by_ext = makes_objects(d, call, FunctionId::glFramebufferReadBufferEXT, kExt);
  const auto function = entry(d, call, by_ext ? kExt : &GladGLContext::NamedFramebufferReadBuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = named_framebuffer(attempt, by_ext);
  if (!attempt.ok) return;
  function(live, u32(call, 0) == 0 ? live_read_buffer(d, u32(call, 1)) : u32(call, 1));
  follow_window_buffers(d);
}

void named_framebuffer_draw_buffers(Dispatcher& d, const Call& call) {
  constexpr auto kExt = &GladGLContext::FramebufferDrawBuffersEXT;
  const bool by_ext = makes_objects(d, call, FunctionId::glFramebufferDrawBuffersEXT, kExt);
  const auto function = entry(d, call, by_ext ? kExt : &GladGLContext::NamedFramebufferDrawBuffers);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t framebuffer = named_framebuffer(attempt, by_ext);
  const auto count = Arg<1>::count(attempt);
  const auto* recorded = In<Arg<1>>::get<const GLenum*>(attempt, call.args[2]);
  if (!attempt.ok) return;
  if (u32(call, 0) != 0) return function(framebuffer, i32(call, 1), recorded);
  if (draws_front_only(recorded, count) && d.gl->NamedFramebufferDrawBuffer != nullptr) {
    d.gl->NamedFramebufferDrawBuffer(framebuffer, live_window_buffer(d, GL_FRONT_LEFT));
  } else {
    auto* live = attempt.scratch<GLenum>(static_cast<std::size_t>(count) + 1);
    live_window_buffers(d, recorded, live, static_cast<std::size_t>(count));
    function(framebuffer, i32(call, 1), live);
  }
  follow_window_buffers(d);
}

}  // namespace replay::handlers
