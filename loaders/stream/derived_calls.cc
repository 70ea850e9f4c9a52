#include "loaders/stream/derived_calls.h"

#include <algorithm>
#include <string>

#include "glbindings/signature.h"
#include "loaders/base/limits.h"
#include "loaders/stream/text.h"

namespace loaders {

using glbindings::FunctionId;
bool DerivedCalls::full() const { return before_.size() + after_.size() >= kMaxDerivedCalls; }

Value DerivedCalls::text(std::string_view text) { return copy_text(text, batch_->arena); }

void DerivedCalls::add(std::vector<Call>& list, FunctionId function, std::span<const Value> args) {
  const auto place = recorded(function);
  if (!place) return;
  Value* values = batch_->arena.allocate_array<Value>(args.size());
  std::copy(args.begin(), args.end(), values);
  Call call;
  call.function = function;
  call.recorded = *place;
  call.flags = kDerived;
  call.args = values;
  call.argc = static_cast<std::uint8_t>(args.size());
  list.push_back(call);
}

std::optional<std::uint32_t> DerivedCalls::recorded(FunctionId function) {
  if (const auto known = recorded_.find(function); known != recorded_.end()) return known->second;
  if (table_.full()) return std::nullopt;
  return recorded_[function] = table_.append({glbindings::signature(function).name(), function, {}});
}

void DerivedCalls::push(const std::vector<Call>& list, const Call& owner) {
  for (Call derived : list) {
    derived.number = owner.number;
    derived.thread = owner.thread;
    derived.context = owner.context;
    derived.flags |= owner.flags & kAnyThread;
    batch_->calls.push_back(derived);
  }
}

void DerivedCalls::commit(const Call& call) {
  push(before_, call);
  batch_->calls.push_back(call);
  push(after_, call);
}

void DerivedCalls::commit_without(const Call& call) {
  push(before_, call);
  push(after_, call);
}

}  // namespace loaders
