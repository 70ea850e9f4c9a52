#include "loaders/apitrace/pending_calls.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

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

void keep_values(PendingCall& call) {
  call.kept = std::make_shared<Arena>();
  Value* values = call.kept->allocate_array<Value>(call.all_values().size());
  Value* to = values;
  for (const Value& value : call.all_values()) *to++ = copy_of(value, *call.kept);
  call.values = values;
  call.backtrace = copy_of(call.backtrace, *call.kept);
}

// The highest number of a call that each thread made.
using NewestCalls = std::unordered_map<std::uint32_t, std::uint64_t>;

void note(NewestCalls& newest, const Call& call) {
  // A call that the tracer makes inside of another: the program does not go on.
  if (call.is(kFake) || call.is(kDerived)) return;
  std::uint64_t& number = newest[call.thread];
  number = std::max(number, call.number);
}

NewestCalls newest_calls(const Batch& batch) {
  NewestCalls newest;
  for (const Call& call : batch.calls) note(newest, call);
  return newest;
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

void PendingCalls::keep(const Batch& batch) {
  if (calls_.empty()) return;
  NewestCalls newest = newest_calls(batch);
  for (PendingCall& open : calls_) {
    open.is_overtaken |= newest[open.call.thread] > open.call.number;
    if (!open.kept) keep_values(open);
  }
}

void PendingCalls::deliver_incomplete(Batch& batch) {
  NewestCalls newest = newest_calls(batch);
  for (const PendingCall& open : calls_) note(newest, open.call);
  for (PendingCall& open : calls_) {
    open.is_overtaken |= newest[open.call.thread] > open.call.number;
    open.call.flags |= open.is_overtaken ? kIncomplete : kIncomplete | kLastOfThread;
    if (open.is_overtaken) open.call.flags &= static_cast<std::uint16_t>(~kEndsFrame);
  }
  while (!calls_.empty()) deliver(calls_.front(), batch);
}

}  // namespace loaders::apitrace
