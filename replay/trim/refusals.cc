#include "replay/trim/refusals.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

bool binds_many(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "glBindBuffersBase", "glBindBuffersRange",  "glBindImageTextures",       "glBindSamplers",
      "glBindTextures",    "glBindVertexBuffers", "glVertexArrayVertexBuffers"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool does_all_or_nothing(const loaders::Call& call) {
  const std::string_view name = glbindings::signature(call.function).name();
  if (call.is(loaders::kEndsFrame) || !name.starts_with("gl") || name.starts_with("glX") || binds_many(name))
    return false;
  switch (seek_role(call.function)) {
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute:
    case SeekRole::kCallList:
    case SeekRole::kNewList:
    case SeekRole::kEndList: return false;
    default: return true;
  }
}

}  // namespace

void Refusals::call_done(Dispatcher& dispatcher, const loaders::Call& call) {
  const std::uint64_t seen = dispatcher.errors.seen() + dispatcher.skips.seen();
  if (std::exchange(seen_, seen) == seen || !does_all_or_nothing(call)) return;
  const RecordedContext* context = dispatcher.context;
  if (context != nullptr && (context->begin_mode.has_value() || context->compiled_list != 0)) return;
  numbers_.push_back(call.number);
}

}  // namespace replay
