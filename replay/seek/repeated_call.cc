#include "replay/seek/repeated_call.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace replay {

using loaders::Value;
using loaders::ValueKind;

std::optional<loaders::Call> copy_to_repeat(const loaders::Call& call, loaders::Arena& arena) {
  Value* args = arena.allocate_array<Value>(call.argc + std::size_t{1});
  std::copy_n(call.args, call.argc, args);
  for (Value& value : std::span(args, call.argc)) {
    if (value.kind == ValueKind::kBlob || value.kind == ValueKind::kString || value.elem == loaders::Elem::kValue)
      return std::nullopt;
    if (value.kind != ValueKind::kArray) continue;
    std::byte* memory = arena.allocate(value.byte_size());
    std::memcpy(memory, value.p, value.byte_size());
    value.p = memory;
  }
  loaders::Call copy = call;
  copy.args = args;
  copy.has_result = 0;
  copy.flags = 0;
  return copy;
}

}  // namespace replay
