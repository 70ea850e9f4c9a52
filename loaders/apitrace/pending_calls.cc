#include "loaders/apitrace/pending_calls.h"

#include <cstring>

namespace loaders::apitrace {
namespace {

Value copy_of(const Value& value, Arena& arena) {
  const bool text = value.kind == ValueKind::kString;
  const std::size_t size = value.byte_size() + text;  // a NUL follows a string
  if (!value.has_memory()) return value;
  Value copy = value;
  std::byte* memory = arena.allocate(size);
  copy.p = memory;
  if (value.kind == ValueKind::kArray && value.elem == Elem::kValue) {
    auto* elements = reinterpret_cast<Value*>(memory);
    for (const Value& element : value.array<Value>()) *elements++ = copy_of(element, arena);
  } else if (size > 0) {
    std::memcpy(memory, value.p, size);
  }
  return copy;
}

void keep(PendingCall& call) {
  call.kept = std::make_shared<Arena>();
  Value* values = call.kept->allocate_array<Value>(call.all_values().size());
  Value* to = values;
  for (const Value& value : call.all_values()) *to++ = copy_of(value, *call.kept);
  call.values = values;
  call.backtrace = copy_of(call.backtrace, *call.kept);
}

}  // namespace

void PendingCalls::deliver(PendingCall& open, Batch& batch) {
  if (open.kept) [[unlikely]]
    batch.pin(open.kept, open.bytes);
  open.call.args = open.values;
  if (open.backtrace.has_memory()) [[unlikely]] {
    derived_.begin(batch);
    derived_.add_before(glbindings::FunctionId::replayBacktrace, {open.backtrace});
    derived_.commit(open.call);
  } else {
    batch.calls.push_back(open.call);
  }
  bytes_ -= open.bytes;
  calls_.erase(calls_.begin() + (&open - calls_.data()));
}

void PendingCalls::keep_values() {
  for (PendingCall& call : calls_) {
    if (!call.kept) keep(call);
  }
}

void PendingCalls::deliver_incomplete(Batch& batch) {
  while (!calls_.empty()) {
    calls_.front().call.flags |= kIncomplete;
    deliver(calls_.front(), batch);
  }
}

}  // namespace loaders::apitrace
