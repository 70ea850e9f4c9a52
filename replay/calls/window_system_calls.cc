#include "replay/calls/window_system_calls.h"

#include "replay/calls/context_attributes.h"

namespace replay {

using loaders::Call;
using loaders::Value;

bool failed_in_recording(const Call& call) { return call.result() != nullptr && call.result()->u == 0; }

std::uint64_t made_handle(const Call& call) { return call.result() != nullptr ? call.result()->u : 0; }

std::int64_t attribute(const Value& list, std::int64_t key, std::int64_t end, std::int64_t otherwise) {
  if (list.kind != loaders::ValueKind::kArray) return otherwise;
  for (std::size_t i = 0; i + 1 < list.count && list_element(list, i) != end; i += 2) {
    if (list_element(list, i) == key) return list_element(list, i + 1);
  }
  return otherwise;
}

const Value* struct_members(const Value& value, std::size_t count) {
  const Value* inner = &value;
  // A pointer to a structure is an array of one array.
  for (int depth = 0; depth < 2; ++depth) {
    if (inner->kind != loaders::ValueKind::kArray || inner->elem != loaders::Elem::kValue || inner->count == 0)
      return nullptr;
    const Value* elements = inner->array<Value>().data();
    if (elements[0].kind != loaders::ValueKind::kArray) return inner->count >= count ? elements : nullptr;
    inner = elements;
  }
  return inner->elem == loaders::Elem::kValue && inner->count >= count ? inner->array<Value>().data() : nullptr;
}

std::uint64_t visual_id(const Value& visual_info) {
  constexpr std::size_t kVisualId = 1;  // XVisualInfo
  const Value* members = struct_members(visual_info, kVisualId + 1);
  return members != nullptr ? members[kVisualId].u : 0;
}

}  // namespace replay
