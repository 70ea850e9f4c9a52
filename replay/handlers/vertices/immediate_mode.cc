// glBegin, glEnd and glArrayElement. Drivers read an array at any index of glArrayElement without checking its
// length, and they cannot be asked inside glBegin. So the arrays are measured before glBegin.
#include "replay/dispatch/array_reach.h"
#include "replay/dispatch/arrays_without_storage.h"
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// Inside a primitive the index cannot be changed, enabled or disabled.
std::optional<std::uint32_t> restart_index(const GladGLContext& gl) {
  const bool restarts =
      gl.IsEnabled != nullptr && (gl.IsEnabled(GL_PRIMITIVE_RESTART_NV) || gl.IsEnabled(GL_PRIMITIVE_RESTART));
  const auto index = restarts ? answer_to(gl, GL_PRIMITIVE_RESTART_INDEX) : std::nullopt;
  if (!index) return std::nullopt;
  return static_cast<std::uint32_t>(*index);
}

void measure_arrays(Dispatcher& d) {
  d.context->restart_element.reset();
  // A list that was called may have begun a primitive. Nothing is known about the arrays then.
  if (is_inside_begin(d)) {
    d.context->last_element = -1;
    return;
  }
  if (d.context->arrays->may_be_empty()) fill_empty_arrays(d);
  const GlErrors::Asking asking(d.errors);
  d.context->last_element = last_index(d);
  d.context->restart_element = restart_index(*d.gl);
}

// GL refuses glBegin when the mode does not exist, or because of what is bound. Then arrays can be changed after it.
void begin_for_elements(Dispatcher& d, GLenum mode) {
  d.gl->Begin(mode);
  d.context->may_be_inside_begin = true;
  if (is_inside_begin(d)) d.context->begin_mode = mode;
}

// The first glArrayElement of a recording is not expected. In most cases nothing has been drawn in this glBegin yet,
// so ending it and beginning again changes nothing.
void measure_inside(Dispatcher& d) {
  const auto mode = d.context->begin_mode;
  if (mode) d.gl->End();
  d.context->begin_mode.reset();
  measure_arrays(d);
  if (!mode) return;
  begin_for_elements(d, *mode);
}

}  // namespace

void begin(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Begin);
  if (function == nullptr) return;
  RecordedContext& context = *d.context;
  if (context.uses_array_element && !context.begin_mode) measure_arrays(d);
  if (context.uses_array_element) return begin_for_elements(d, u32(call, 0));
  function(u32(call, 0));
  context.may_be_inside_begin = true;
  context.begin_mode = u32(call, 0);
}

void end(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::End);
  if (function == nullptr) return;
  function();
  RecordedContext& context = *d.context;
  // A refused query set the error flag, unless a recorded call had set it before.
  if (context.asked_inside_begin && !d.errors.is_pending()) GlErrors::drop_flag(*d.gl);
  context.asked_inside_begin = false;
  context.begin_mode.reset();
}

void array_element(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ArrayElement);
  if (function == nullptr) return;
  RecordedContext& context = *d.context;
  if (!context.uses_array_element || !context.begin_mode || !context.last_element) measure_inside(d);
  context.uses_array_element = true;
  if (context.begin_mode && context.restart_element == u32(call, 0)) return function(i32(call, 0));
  if (context.position_is_lost) return d.skip(call, Skip::kNoData);
  if (i32(call, 0) < 0 || i32(call, 0) > context.last_element.value_or(-1)) return d.skip(call, Skip::kShortData);
  function(i32(call, 0));
}

}  // namespace replay::handlers
