// The pixel-store state is followed because it decides how much memory an image takes. It is what GL has, not what it was asked to
// have: GL refuses values, parameters that the version lacks, and everything inside glBegin. An image would be read past its end
// if we believed that a refused call had been made.
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {

void pixel_storei(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStorei);
  if (function == nullptr) return;
  function(u32(call, 0), i32(call, 1));
  learn_pixel_store(d, u32(call, 0));
}

void pixel_storef(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStoref);
  if (function == nullptr) return;
  function(u32(call, 0), call.args[1].f);
  learn_pixel_store(d, u32(call, 0));
}

}  // namespace replay::handlers
