// The stack of client attributes. It brings back bindings, arrays and pixel-store parameters all at once, or refuses to; what is
// there afterwards is asked of the driver.
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {

void pop_client_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PopClientAttrib);
  if (function == nullptr) return;
  function();
  learn_state(d);
}

void client_attrib_default(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ClientAttribDefaultEXT);
  if (function == nullptr) return;
  function(u32(call, 0));
  learn_state(d);
}

void push_client_attrib_default(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PushClientAttribDefaultEXT);
  if (function == nullptr) return;
  function(u32(call, 0));
  learn_state(d);
}

}  // namespace replay::handlers
