// Which arrays are enabled, and the stack of client attributes. The stack restores bindings, arrays and pixel-store
// parameters all at once, or GL refuses the call. So the driver is asked for the state afterwards.
#include "replay/dispatch/arrays_without_storage.h"
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

template <class Function, class... Arguments>
void issue_and_learn(Dispatcher& d, const Call& call, Function GladGLContext::*member, Arguments... arguments) {
  const Function function = entry(d, call, member);
  if (function == nullptr) return;
  function(arguments...);
  learn_state(d);
}

// The driver is asked, because GL refuses to push onto a full stack and to pop from an empty one.
void learn_depth(Dispatcher& d) {
  const auto depth = asked(d, GL_CLIENT_ATTRIB_STACK_DEPTH);
  if (depth) d.context->client_depth = static_cast<std::uint32_t>(*depth);
}

}  // namespace

void push_client_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PushClientAttrib);
  if (function == nullptr) return;
  function(u32(call, 0));
  learn_depth(d);
}

void enable_client_state(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EnableClientState);
  if (function == nullptr) return;
  function(u32(call, 0));
  note_enabled_client_array(*d.context, u32(call, 0));
}

void enable_vertex_attrib_array(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EnableVertexAttribArray);
  if (function == nullptr) return;
  function(u32(call, 0));
  note_enabled_attribute(*d.context, u32(call, 0));
}

void pop_client_attrib(Dispatcher& d, const Call& call) {
  issue_and_learn(d, call, &GladGLContext::PopClientAttrib);
  if (d.context != nullptr) learn_depth(d);
}

void client_attrib_default(Dispatcher& d, const Call& call) {
  issue_and_learn(d, call, &GladGLContext::ClientAttribDefaultEXT, u32(call, 0));
}

void push_client_attrib_default(Dispatcher& d, const Call& call) {
  issue_and_learn(d, call, &GladGLContext::PushClientAttribDefaultEXT, u32(call, 0));
  if (d.context != nullptr) learn_depth(d);
}

}  // namespace replay::handlers
