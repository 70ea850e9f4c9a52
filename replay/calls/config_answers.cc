#include "replay/calls/config_answers.h"

#include <algorithm>

#include "replay/calls/context_attributes.h"
#include "replay/calls/window_system_calls.h"

namespace replay {
namespace {

using loaders::Value;

// `answer` was written to where a pointer leads, so it is recorded as an array of one element.
void add(std::vector<ConfigAnswer>& answers, ConfigKey key, const Value& attribute, const Value& answer) {
  if (answer.kind != loaders::ValueKind::kArray || answer.count == 0) return;
  answers.push_back({key, attribute.i, list_element(answer, 0)});
}

void add_all(std::vector<ConfigAnswer>& answers, ConfigKey key, const Value& attributes, const Value& values) {
  if (attributes.kind != loaders::ValueKind::kArray || values.kind != loaders::ValueKind::kArray) return;
  for (std::size_t i = 0; i < std::min(attributes.count, values.count); ++i) {
    answers.push_back({key, list_element(attributes, i), list_element(values, i)});
  }
}

}  // namespace

void add_config_answers(const loaders::Call& call, std::vector<ConfigAnswer>& answers) {
  using glbindings::FunctionId;
  // GLX returns an error code, or 0 for success.
  const bool is_zero = call.result() == nullptr || call.result()->u == 0;
  const bool failed = failed_in_recording(call);
  switch (call.function) {
    case FunctionId::glXGetConfig:
      if (is_zero) add(answers, {ConfigKind::kVisual, visual_id(call.args[1])}, call.args[2], call.args[3]);
      break;
    case FunctionId::glXGetFBConfigAttrib:
    case FunctionId::glXGetFBConfigAttribSGIX:
      if (is_zero) add(answers, {ConfigKind::kFbConfig, call.args[1].u}, call.args[2], call.args[3]);
      break;
    case FunctionId::eglGetConfigAttrib:
      if (!failed) add(answers, {ConfigKind::kEglConfig, call.args[1].u}, call.args[2], call.args[3]);
      break;
    case FunctionId::wglGetPixelFormatAttribivARB:
    case FunctionId::wglGetPixelFormatAttribivEXT:
      if (!failed) add_all(answers, {ConfigKind::kPixelFormat, call.args[1].u}, call.args[4], call.args[5]);
      break;
    default: break;
  }
}

}  // namespace replay
