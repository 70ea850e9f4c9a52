#include "loaders/wip15/calls.h"

#include <fmt/format.h>

#include <algorithm>

namespace loaders::wip15 {

void CallReader::read(Cursor& cursor, Batch& batch, const InputWindow& window) {
  problem_.clear();
  const std::uint32_t index = cursor.u32();
  function_ = cursor.ok() ? declarations_.find(index) : nullptr;
  if (function_ == nullptr) {
    if (cursor.ok()) problem_ = fmt::format("function {} was not declared", index);
    return cursor.fail();
  }

  values_.begin_record(batch, window);
  Call call;
  call.args = read_values(cursor, *function_, batch);
  const std::uint32_t extras = cursor.u32();
  if (!cursor.ok()) {
    problem_ = values_.problem();
    return;
  }
  call.function = function_->id;
  call.flags = function_->call_flags;
  call.number = next_number_;
  call.argc = function_->argc;
  call.has_result = function_->has_result;
  call.recorded = function_->recorded;

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
  Value* values = batch.arena.allocate_array<Value>(std::size_t{function.argc} + function.has_result);
  Value* next = values;
  for (const Type& type : function.args) *next++ = values_.read(cursor, type);
  std::fill(next, values + function.argc, Value{});
  if (function.has_result) values[function.argc] = values_.read(cursor, function.result);
  return values;
}

void CallReader::read_extras(Cursor& cursor, std::uint32_t count, std::uint64_t offset) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view name = cursor.text(cursor.u32());
    const std::uint64_t at = cursor.offset();
    const Block block = read_block(cursor);
    if (!cursor.ok()) {
      if (cursor.missing() == 0) problem_ = "an extra of an unknown compression method";
      return;
    }
    extras_.add(name, block, at, offset, values_);
  }
}

std::string CallReader::section() const {
  return function_ == nullptr ? "call" : "call of " + table_[function_->recorded].name;
}

void CallReader::append_warnings(std::vector<std::string>& warnings) const {
  const auto append = [&](const Tally& tally, const char* what) {
    if (tally.count() > 0) warnings.push_back(fmt::format("{} {} (first {})", tally.count(), what, tally.first()));
  };
  append(values_.unreadable_blocks(), "data blocks cannot be unpacked and are taken as NULL");
  append(extras_.malformed(), "extras of calls are malformed and ignored");
}

}  // namespace loaders::wip15
