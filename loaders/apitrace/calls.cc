#include "loaders/apitrace/calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "loaders/base/limits.h"

namespace loaders::apitrace {

std::size_t CallReader::read_on_fast_path(Batch& batch, const InputWindow& window) {
  const std::size_t before = batch.calls.size();
  const std::size_t bytes = fast_path_.read(window, next_number_, batch);
  next_number_ += batch.calls.size() - before;
  return bytes;
}

void CallReader::read(Cursor& cursor, Batch& batch, const InputWindow& window) {
  values_.begin_event(batch, window);
  function_ = nullptr;
  changed_ = nullptr;
  number_ = next_number_;
  const std::uint8_t event = cursor.u8();
  event_ = static_cast<Event>(event);
  if (event_ == Event::kEnter) {
    read_enter(cursor, batch);
  } else if (event_ == Event::kLeave) {
    read_leave(cursor, batch, window.offset());
  } else {
    problem_.malformed(cursor, fmt::format("event {} does not exist", event));
  }
}

void CallReader::read_enter(Cursor& cursor, Batch& batch) {
  const std::size_t arena_before = batch.arena.used();
  const std::size_t pinned_before = batch.pinned_bytes;
  if (open_.size() >= limits_.open_calls) {
    problem_.malformed(cursor, "more calls are entered and not left than " + limits_.option(&Limits::open_calls));
  }
  if (open_.bytes() > limits_.call_bytes) {
    problem_.malformed(cursor, "calls that are not left take more than " + limits_.option(&Limits::call_bytes));
  }
  PendingCall open;
  if (dialect_.enters_with_thread()) read_thread(cursor, open);
  function_ = open.function = signatures_.read_function(cursor);
  if (function_ == nullptr) return;
  const std::uint32_t thread = open.call.thread;
  open.call = function_->call;
  open.call.thread = thread;
  open.call.number = next_number_;
  open.values = batch.arena.allocate_array<Value>(open.all_values().size());
  std::ranges::fill(open.all_values(), Value{});
  read_details(cursor, batch, open);
  if (!cursor.ok()) return;
  signatures_.commit();
  open.call.recorded = function_->call.recorded;  // which a function has only after its first complete use
  open.bytes = batch.arena.used() - arena_before + batch.pinned_bytes - pinned_before;
  open_.add(open);
  ++next_number_;
}

void CallReader::read_leave(Cursor& cursor, Batch& batch, std::uint64_t offset) {
  const std::uint64_t number = cursor.uleb128();
  if (!cursor.ok()) return;  // an error names the call that would come next, as long as this one's number is not known
  number_ = number;
  PendingCall* open = open_.find(number_);
  if (open == nullptr) return read_unknown_leave(cursor, batch, offset);
  function_ = open->function;
  const bool empty = cursor.remaining() > 0 && *cursor.position() == std::byte{0};
  if (!empty) remember(*open);
  read_details(cursor, batch, *open);
  if (!cursor.ok()) return;
  signatures_.commit();
  changed_ = nullptr;
  open_.deliver(*open, batch);
}

// A call that began before the recording did, or an edited file. The definitions in it count.
void CallReader::read_unknown_leave(Cursor& cursor, Batch& batch, std::uint64_t offset) {
  static const Function kUnknown;
  const Batch::Mark mark = batch.mark();
  PendingCall nobody;
  nobody.function = &kUnknown;
  nobody.values = batch.arena.allocate_array<Value>(1);
  read_details(cursor, batch, nobody);
  if (!cursor.ok()) return;
  signatures_.commit();
  batch.rewind(mark);
  unknown_leaves_.add(offset, [&] { return fmt::format("at byte {}: call {}", offset, number_); });
}

void CallReader::remember(PendingCall& call) {
  changed_ = &call;
  call_before_ = call.call;
  place_before_ = call.values;
  backtrace_before_ = call.backtrace;
  values_before_.assign(call.all_values().begin(), call.all_values().end());
}

void CallReader::undo() {
  section_ = describe_event();
  signatures_.rollback();
  if (changed_ == nullptr) return;
  changed_->call = call_before_;
  changed_->values = place_before_;
  changed_->backtrace = backtrace_before_;
  std::ranges::copy(values_before_, place_before_);
  changed_ = nullptr;
}

void CallReader::read_details(Cursor& cursor, Batch& batch, PendingCall& call) {
  for (;;) {
    const auto detail = static_cast<Detail>(cursor.u8());
    switch (detail) {
      case Detail::kEnd: return;
      case Detail::kArgument: read_argument(cursor, batch, call); break;
      case Detail::kResult:
        call.values[call.call.argc] = values_.read(cursor, call.function->result);
        call.call.has_result = 1;
        break;
      case Detail::kThread:
        if (dialect_.enters_with_thread()) return unknown_detail(cursor, detail);
        read_thread(cursor, call);
        break;
      case Detail::kBacktrace:
        if (!dialect_.has_backtraces()) return unknown_detail(cursor, detail);
        read_backtrace(cursor, batch, call);
        break;
      case Detail::kFlags:
        if (!dialect_.has_call_flags()) return unknown_detail(cursor, detail);
        if ((cursor.uleb128() & kFakeFlag) != 0) call.call.flags |= kFake;
        break;
      default: return unknown_detail(cursor, detail);
    }
  }
}

void CallReader::unknown_detail(Cursor& cursor, Detail detail) {
  problem_.malformed(cursor, fmt::format("detail {} of a call does not exist in version {}",
                                         static_cast<unsigned>(detail), dialect_.version));
}

void CallReader::read_argument(Cursor& cursor, Batch& batch, PendingCall& call) {
  const std::uint64_t index = cursor.uleb128();
  if (index >= call.call.argc) [[unlikely]] {
    if (index >= kMaxArguments) return problem_.malformed(cursor, fmt::format("argument {}", index));
    make_room(batch, call, index + 1);
  }
  static const ValuePlan kNaturalPlan;
  const auto& plans = call.function->arguments;
  call.values[index] = values_.read(cursor, index < plans.size() ? plans[index] : kNaturalPlan);
}

// Makes room for more arguments than the signature has.
void CallReader::make_room(Batch& batch, PendingCall& call, std::size_t argc) {
  Value* values = batch.arena.allocate_array<Value>(argc + 1);
  std::copy_n(call.values, call.call.argc, values);
  std::fill(values + call.call.argc, values + argc, Value{});
  values[argc] = call.values[call.call.argc];
  call.values = values;
  call.call.argc = static_cast<std::uint8_t>(argc);
}

void CallReader::read_thread(Cursor& cursor, PendingCall& call) {
  const std::uint64_t thread = cursor.uleb128();
  if (thread >= kMaxThreads) problem_.malformed(cursor, fmt::format("thread {}", thread));
  call.call.thread = static_cast<std::uint32_t>(thread);
}

void CallReader::read_backtrace(Cursor& cursor, Batch& batch, PendingCall& call) {
  const std::uint64_t count = cursor.uleb128();
  if (count > kMaxFrames) problem_.malformed(cursor, fmt::format("a backtrace of {} frames", count));
  cursor.require(count);  // each frame takes a byte at least
  if (!cursor.ok()) return;
  Value* frames = batch.arena.allocate_array<Value>(count);
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) frames[i] = signatures_.read_frame(cursor, batch.arena);
  if (cursor.ok()) {
    call.backtrace = Value::of_memory(ValueKind::kArray, frames, static_cast<std::uint32_t>(count), Elem::kValue);
  }
}

void CallReader::deliver_incomplete(Batch& batch) {
  incomplete_ = open_.size();
  const std::size_t before = batch.calls.size();
  open_.deliver_incomplete(batch);
  if (incomplete_ == 0) return;
  const Call& call = *std::find_if(batch.calls.begin() + static_cast<std::ptrdiff_t>(before), batch.calls.end(),
                                   [](const Call& delivered) { return !delivered.is(kDerived); });
  first_incomplete_ = fmt::format("call {}: {}", call.number, table_[call.recorded].name);
}

std::string CallReader::describe_event() const {
  if (event_ != Event::kEnter && event_ != Event::kLeave) return "event";
  const char* what = event_ == Event::kEnter ? "call" : "return";
  return function_ == nullptr ? what : fmt::format("{} of {}", what, function_->name);
}

void CallReader::append_warnings(std::vector<std::string>& warnings) const {
  unknown_leaves_.append_to(warnings, "returns of calls that were never entered are ignored");
  if (incomplete_ > 0) {
    warnings.push_back(fmt::format("{} calls were entered and never left (first {})", incomplete_, first_incomplete_));
  }
}

}  // namespace loaders::apitrace
