#include "loaders/wip15/calls.h"

#include <fmt/format.h>

#include <algorithm>

namespace loaders::wip15 {

void CallReader::read(Cursor& cursor, Batch& batch, const InputWindow& window) {
  const std::uint32_t index = cursor.u32();
  function_ = cursor.ok() ? declarations_.find(index) : nullptr;
  if (function_ == nullptr) {
    return problem_.malformed(cursor, fmt::format("function {} was not declared", index));
  }

  values_.begin_record(batch, window);
  Call call = function_->call;
  call.args = read_values(cursor, *function_, batch);
  call.number = next_number_;
  const std::uint32_t extras = cursor.u32();
  if (!cursor.ok()) return;
  if (extras == 0) [[likely]] {
    batch.calls.push_back(call);
  } else {
    extras_.begin(*function_, call, batch);
    read_extras(cursor, extras, window.offset());
    if (!cursor.ok()) return;
    extras_.commit();
  }
  ++next_number_;
}

// The arguments, padded with nulls to what the GL function has, then the result.
Value* CallReader::read_values(Cursor& cursor, const Function& function, Batch& batch) {
  const Call& call = function.call;
  const auto args = function.args();
  Value* values = batch.arena.allocate_array<Value>(std::size_t{call.argc} + call.has_result);
  if (args.size() == call.argc) [[likely]] {
    values_.read_all(cursor, function.values, values);
    return values;
  }
  values_.read_all(cursor, args, values);
  std::fill(values + args.size(), values + call.argc, Value{});
  values_.read_all(cursor, std::span(function.values).subspan(args.size()), values + call.argc);
  return values;
}

void CallReader::read_extras(Cursor& cursor, std::uint32_t count, std::uint64_t offset) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view name = cursor.text(cursor.u32());
    const std::uint64_t at = cursor.offset();
    const Block block = read_block(cursor);
    problem_.explain(cursor, "an extra of an unknown compression method");
    if (!cursor.ok()) return;
    extras_.add(name, block, at, offset, values_);
  }
}

std::string CallReader::section() const {
  return function_ == nullptr ? "call" : "call of " + table_[function_->call.recorded].name;
}

void CallReader::append_warnings(std::vector<std::string>& warnings) const {
  values_.unreadable_blocks().append_to(warnings, "data blocks cannot be unpacked and are taken as NULL");
  extras_.malformed().append_to(warnings, "extras of calls are malformed and ignored");
}

}  // namespace loaders::wip15
