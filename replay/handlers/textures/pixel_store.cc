// The pixel-store state is tracked because it decides how much memory an image takes. It must be the state that GL
// has: GL refuses some values, parameters that the version lacks, and everything inside glBegin. If a refused call
// were tracked, an image would be read past its end.
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
