#include "replay/seek/current_values.h"

#include <glad/gl.h>

#include "replay/dispatch/dispatcher.h"

namespace replay {

void CurrentValues::primitive_left_out(Dispatcher& d) {
  if (!primitive_) start_anew(d);
  primitive_ = true;
}

void CurrentValues::start_anew(Dispatcher& d) {
  const bool was_set = set_;
  set_ = primitive_ = false;
  if (!was_set || d.context == nullptr || !d.context->has_begin() || d.gl->Begin == nullptr) return;
  const GlErrors::Asking asking(d.errors);
  d.gl->Begin(GL_POINTS);
  d.gl->End();
}

}  // namespace replay
