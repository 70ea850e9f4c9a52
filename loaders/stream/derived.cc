#include "loaders/stream/derived.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "glbindings/signature.h"
#include "loaders/limits.h"

namespace loaders {
namespace {

constexpr std::string_view kNames[] = {
    "glBindAttribLocation",
    "replayUniformLocation",
    "replayUniformBlockIndex",
    "replaySubroutineIndex",
    "replaySubroutineUniformLocation",
    "replayBufferContents",
    "replayNamedBufferContents",
    "replayDrawableSize",
};
static_assert(std::size(kNames) == static_cast<std::size_t>(DerivedFunction::kCount));

}  // namespace

bool DerivedCalls::full() const { return before_.size() + after_.size() >= kMaxDerivedCalls; }

Value DerivedCalls::text(std::string_view text) {
  auto* copy = reinterpret_cast<char*>(batch_->arena.allocate(text.size() + 1));
  std::copy(text.begin(), text.end(), copy);
  copy[text.size()] = '\0';
  return Value::of_memory(ValueKind::kString, copy, static_cast<std::uint32_t>(text.size()));
}

void DerivedCalls::add(std::vector<Call>& list, DerivedFunction function, std::initializer_list<Value> args) {
  const Slot& known = slot(function);
  if (!known.declared) return;
  Value* values = batch_->arena.allocate_array<Value>(args.size());
  std::copy(args.begin(), args.end(), values);
  Call call;
  call.function = known.id;
  call.recorded = known.recorded;
  call.flags = kDerived;
  call.args = values;
  call.argc = static_cast<std::uint8_t>(args.size());
  list.push_back(call);
}

const DerivedCalls::Slot& DerivedCalls::slot(DerivedFunction function) {
  Slot& slot = slots_[static_cast<std::size_t>(function)];
  if (!slot.declared && !table_.full()) {
    const std::string_view name = kNames[static_cast<std::size_t>(function)];
    slot.id = glbindings::find_function(name);
    slot.recorded = table_.append({std::string(name), slot.id, {}});
    slot.declared = true;
  }
  return slot;
}

void DerivedCalls::commit(const Call& call) {
  const auto push = [&](Call derived) {
    derived.number = call.number;
    derived.thread = call.thread;
    derived.context = call.context;
    batch_->calls.push_back(derived);
  };
  for (const Call& derived : before_) push(derived);
  batch_->calls.push_back(call);
  for (const Call& derived : after_) push(derived);
}

}  // namespace loaders
