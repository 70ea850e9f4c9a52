// Answers that the recorded driver gave about itself. They change nothing in GL, but they show which calls did nothing.
#include "replay/calls/context_attributes.h"
#include "replay/handlers/common.h"

namespace replay::handlers {

void get_string(Dispatcher& d, const Call& call) {
  if (d.context == nullptr || call.result() == nullptr) return;
  const std::string_view text = call.result()->text();
  if (text.empty()) return;
  if (u32(call, 0) == GL_VERSION) d.recorded_driver.told_version(d.context->request, text);
  if (u32(call, 0) == GL_EXTENSIONS) d.recorded_driver.told_extensions(d.context->request, text);
}

void get_stringi(Dispatcher& d, const Call& call) {
  if (d.context == nullptr || call.result() == nullptr || u32(call, 0) != GL_EXTENSIONS) return;
  d.recorded_driver.told_extension(d.context->request, u32(call, 1), call.result()->text());
}

void get_integerv(Dispatcher& d, const Call& call) {
  if (u32(call, 0) != GL_NUM_EXTENSIONS || d.context == nullptr) [[likely]]
    return;
  const Value& answer = call.args[1];
  if (answer.kind != loaders::ValueKind::kArray || answer.count == 0) return;
  d.recorded_driver.told_extension_count(d.context->request, list_element(answer, 0));
}

void get_proc_address(Dispatcher& d, const Call& call) {
  const std::size_t name = call.argc - 1;
  if (call.argc > 0 && call.result() != nullptr)
    d.recorded_driver.told_address(call.args[name].text(), !call.result()->is_null() && call.result()->u != 0);
}

}  // namespace replay::handlers
