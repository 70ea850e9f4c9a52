#include "replay/seek/current_values.h"

#include <glad/gl.h>

#include <utility>

#include "replay/dispatch/dispatcher.h"

namespace replay {

void CurrentValues::precedes(Dispatcher& d, SeekRole role) {
  if (d.context != context_) {
    context_ = d.context;
    set_ = true;  // nothing is known of this context so far
    primitive_ = false;
    vertices_ = true;
    std::uint64_t& replaced = rounds_.try_emplace(context_, kFirstRound).first->second;
    if (std::exchange(replaced, round_) != round_) draw_left_out(d);
  }
  switch (role) {
    case SeekRole::kAttribute:
    case SeekRole::kVertexAttrib: set_ = true; return;
    case SeekRole::kBegin:
    case SeekRole::kVertex:
    case SeekRole::kEnd:
    case SeekRole::kRectangle: vertices_ = true; return;
    default:
      if (primitive_) [[unlikely]]
        start_anew(d);
  }
}

void CurrentValues::primitive_left_out(Dispatcher& d) {
  if (!primitive_) start_anew(d);
  primitive_ = true;
}

void CurrentValues::clear_left_out(Dispatcher& d) {
  if (d.context == nullptr || d.context->begin_mode || !std::exchange(vertices_, false)) return;
  if (!d.context->has_begin() || d.gl->Clear == nullptr) return;
  const GlErrors::Mute mute(d.errors, *d.gl);  // GL refuses it where a framebuffer is incomplete
  d.gl->Clear(0);
}

void CurrentValues::start_anew(Dispatcher& d) {
  if (d.context == nullptr || d.context->begin_mode) return;  // a primitive is open: GL refuses another in it
  const bool was_set = set_;
  set_ = primitive_ = false;
  if (!was_set || !d.context->has_begin() || d.gl->Begin == nullptr) return;
  // GL refuses it where a framebuffer is incomplete, or a feedback wants triangles.
  const GlErrors::Mute mute(d.errors, *d.gl);
  d.gl->Begin(GL_POINTS);
  d.gl->End();
}

}  // namespace replay
