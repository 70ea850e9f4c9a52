#include "replay/player/wireframe.h"

#include <glad/gl.h>

#include "glbindings/signature.h"
#include "replay/dispatch/asked.h"

namespace replay {

using glbindings::FunctionId;

void Wireframe::issue(Dispatcher& d, const loaders::Call& call) {
  const bool opens = call.function == FunctionId::glBegin, closes = call.function == FunctionId::glEnd;
  const bool draws = opens || (!closes && glbindings::signature(call.function).has(glbindings::kRenders));
  if (draws && !is_set_) {
    d.follow_thread(call);
    begin(d);
  }
  d.issue(call);
  if (is_set_ && !opens) {
    // Between glBegin and glEnd there are no other draws, and the mode stays.
    if (draws || closes) end(d);
  }
}

void Wireframe::begin(Dispatcher& d) {
  if (d.context == nullptr || d.context->compiled_list != 0 || is_inside_begin(d)) return;
  const GladGLContext& gl = *d.gl;
  if (d.context->request.api != Api::kGl || gl.PolygonMode == nullptr) {
    is_lacking_ = true;
    return;
  }
  GLint modes[2] = {GL_FILL, -1};  // some drivers have one mode only
  gl.GetIntegerv(GL_POLYGON_MODE, modes);
  front_ = modes[0];
  back_ = modes[1] < 0 ? modes[0] : modes[1];
  gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  is_set_ = true;
}

// A list may have set a mode of its own, which stays.
void Wireframe::end(Dispatcher& d) {
  is_set_ = false;
  if (d.context == nullptr || d.gl->PolygonMode == nullptr) return;
  const GladGLContext& gl = *d.gl;
  GLint modes[2] = {GL_LINE, GL_LINE};
  gl.GetIntegerv(GL_POLYGON_MODE, modes);
  if (modes[0] != GL_LINE || modes[1] != GL_LINE) return;
  if (front_ == back_) {
    gl.PolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(front_));
  } else {
    gl.PolygonMode(GL_FRONT, static_cast<GLenum>(front_));
    gl.PolygonMode(GL_BACK, static_cast<GLenum>(back_));
  }
}

}  // namespace replay
