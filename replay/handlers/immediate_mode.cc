// glBegin, glEnd and glArrayElement. Drivers look up an array at any index that glArrayElement is given, without a look at how long
// it is, and inside glBegin they cannot be asked: the arrays are measured before it.
#include "replay/handlers/array_reach.h"
#include "replay/handlers/common.h"
#include "replay/handlers/empty_arrays.h"

namespace replay::handlers {
namespace {

void measure_arrays(Dispatcher& d) {
  if (d.context->arrays->may_be_empty()) fill_empty_arrays(d);
  const GlErrors::Asking asking(d.errors);
  d.context->last_element = last_index(d);
}

// GL refuses glBegin for a mode that does not exist, or because of what is bound: then arrays can be changed behind it. Inside glBegin
// it refuses to answer instead, and sets an error that end() takes away.
bool is_inside(Dispatcher& d) {
  constexpr GLint kNoAnswer = -1;
  const GlErrors::Asking asking(d.errors);
  GLint answer = kNoAnswer;
  d.gl->GetIntegerv(GL_MATRIX_MODE, &answer);
  return answer == kNoAnswer;
}

// The first glArrayElement of a recording comes unexpectedly. Nothing has been drawn in this glBegin, mostly: to end it and to
// begin again changes nothing then.
void measure_inside(Dispatcher& d) {
  const auto mode = d.context->begin_mode;
  if (mode) d.gl->End();
  d.context->begin_mode.reset();
  measure_arrays(d);
  if (!mode) return;
  d.gl->Begin(*mode);
  if (is_inside(d)) d.context->begin_mode = mode;
}

}  // namespace

void begin(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Begin);
  if (function == nullptr) return;
  RecordedContext& context = *d.context;
  if (context.uses_array_element && !context.begin_mode) measure_arrays(d);
  function(u32(call, 0));
  if (!context.uses_array_element || is_inside(d)) context.begin_mode = u32(call, 0);
}

void end(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::End);
  if (function == nullptr) return;
  function();
  if (d.context->uses_array_element && d.context->begin_mode) d.gl->GetError();
  d.context->begin_mode.reset();
}

void array_element(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ArrayElement);
  if (function == nullptr) return;
  RecordedContext& context = *d.context;
  if (!context.uses_array_element || !context.begin_mode || !context.last_element) measure_inside(d);
  context.uses_array_element = true;
  if (context.position_is_lost) return d.skip(call, Skip::kNoData);
  if (i32(call, 0) < 0 || i32(call, 0) > context.last_element.value_or(-1)) return d.skip(call, Skip::kShortData);
  function(i32(call, 0));
}

}  // namespace replay::handlers
