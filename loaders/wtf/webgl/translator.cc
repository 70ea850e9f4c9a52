#include "loaders/wtf/webgl/translator.h"

#include <algorithm>
#include <string_view>

#include "loaders/stream/dump.h"
#include "loaders/wtf/event_call.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

bool contains(std::span<const std::uint32_t> set, std::uint64_t value) {
  return std::find(set.begin(), set.end(), value) != set.end();
}

// `value` as an array of `elem`: files may declare arrays of any type.
Value array_as(const Value& value, Elem elem, Arena& arena) {
  if (value.kind == ValueKind::kArray && value.elem == elem) return value;
  Value from = value;
  if (value.kind == ValueKind::kBlob) from = Value::of_memory(ValueKind::kArray, value.p, value.count, Elem::kU8);
  if (from.kind != ValueKind::kArray || from.elem == Elem::kNone) return {};
  std::byte* memory = arena.allocate(std::size_t{from.count} * elem_size(elem));
  for (std::uint32_t i = 0; i < from.count; ++i) {
    store_number(memory + i * elem_size(elem), elem, element_of(from, i));
  }
  return Value::of_memory(ValueKind::kArray, memory, from.count, elem);
}

}  // namespace

void Translator::take(const Event& event, Batch& batch) {
  batch_ = &batch;
  derived_.begin(batch);
  const TypePlan& plan = plan_of(*event.type);
  if (link_) watch_link(event);
  last_index_ = event.index;
  if (plan.method == nullptr) {
    if (!take_frame(event)) commit(event, function_of(event.type->name), event.args, nullptr);
    return;
  }
  if (link_) finish_link();
  Operation op{.event = event, .function = plan.method->function};
  commit(op, translate(plan, op));
}

void Translator::finish(Batch& batch) {
  batch_ = &batch;
  derived_.begin(batch);
  if (link_) finish_link();
  const bool ends_frame = frame_begin_ && *frame_begin_ < last_index_;
  frame_begin_.reset();
  if (ends_frame) {
    const Value drawn = take_drawn();
    derived_.add_after(FunctionId::replayPresentCanvases, {Value::of_uint(0), Value::of_uint(drawn.count), drawn});
  }
  Call owner;
  owner.number = last_index_;
  owner.flags = kAnyThread;
  const std::size_t before = batch.calls.size();
  derived_.commit_without(owner);
  // There is no derived call when the table of functions is full.
  if (ends_frame && batch.calls.size() > before) batch.calls.back().flags |= kEndsFrame;
}

const Translator::TypePlan& Translator::plan_of(const EventType& type) {
  if (type.recorded >= plans_.size()) plans_.resize(type.recorded + 1);
  auto& plan = plans_[type.recorded];
  if (plan) return *plan;
  plan = std::make_unique<TypePlan>();
  plan->method = find_method(type.name);
  if (plan->method == nullptr) return *plan;
  std::size_t gl_index = 0;
  for (std::size_t i = 0; i < Operation::kMaxArgs; ++i) {
    const Param& param = plan->method->params[i];
    std::size_t place = type.find(param.name);
    if (place == type.args.size()) place = type.find(param.other);
    plan->argument_index[i] = place < type.args.size() ? static_cast<std::uint8_t>(place) : TypePlan::kAbsent;
    if (param.rule != Rule::kNewResult) plan->targets[i] = argument_target(plan->method->function, gl_index++);
  }
  return *plan;
}

Outcome Translator::translate(const TypePlan& plan, Operation& op) {
  const Method& method = *plan.method;
  if (method.needs_context) {
    if (current_ == nullptr) assume_canvas();
    if (current_->is_lost && method.effect != &Translator::restore_context) return Outcome::kNothing;
  }
  const Outcome filled = fill(plan, op);
  if (filled != Outcome::kCall || method.effect == nullptr) return filled;
  return (this->*method.effect)(op);
}

Outcome Translator::fill(const TypePlan& plan, Operation& op) {
  static constexpr Value kAbsent{};
  for (std::size_t i = 0; i < Operation::kMaxArgs; ++i) {
    const Param& param = plan.method->params[i];
    if (param.rule == Rule::kEnd) break;
    const std::uint8_t place = plan.argument_index[i];
    const Value& value = place < op.event.args.size() ? op.event.args[place] : kAbsent;
    const Outcome outcome = fill_one(param, value, plan.targets[i], op);
    if (outcome != Outcome::kCall) return outcome;
  }
  return Outcome::kCall;
}

Outcome Translator::fill_one(const Param& param, const Value& value, Target target, Operation& op) {
  Arena& arena = batch_->arena;
  Value& arg = op.args[op.argc];
  switch (param.rule) {
    case Rule::kEnd:
    case Rule::kNull: break;
    case Rule::kOne: arg = Value::of_sint(1); break;
    case Rule::kAsItIs: arg = value; break;
    case Rule::kNumber: arg = convert(value.is_null() ? Value::of_uint(0) : value, target, arena); break;
    case Rule::kText: arg = convert(value.kind == ValueKind::kString ? value : derived_.text(""), target, arena); break;
    case Rule::kOneOf:
    case Rule::kBuffer:
    case Rule::kTexture:
    case Rule::kRenderbuffer:
    case Rule::kFramebuffer:
      arg = convert(value, target, arena);
      if (!contains(param.set, arg.u) || !is_bound(param, static_cast<std::uint32_t>(arg.u))) return Outcome::kNothing;
      break;
    case Rule::kArray: arg = array_as(value, param.elem, arena); break;
    case Rule::kCount: {
      const std::size_t elements = value.has_memory() ? value.count : 0;
      if (elements == 0 || elements % param.size != 0) return Outcome::kNothing;
      arg = Value::of_sint(static_cast<std::int64_t>(elements / param.size));
      break;
    }
    case Rule::kBytes:
      if (value.has_memory())
        arg = Value::of_memory(ValueKind::kBlob, value.p, static_cast<std::uint32_t>(value.byte_size()));
      break;
    case Rule::kByteSize: arg = Value::of_sint(static_cast<std::int64_t>(value.byte_size())); break;
    default: return fill_handle(param, value.is_integer() ? static_cast<std::uint32_t>(value.u) : 0, op);
  }
  ++op.argc;
  return Outcome::kCall;
}

Outcome Translator::fill_handle(const Param& param, std::uint32_t handle, Operation& op) {
  op.handle = handle;
  const bool is_new = param.rule == Rule::kNew || param.rule == Rule::kNewResult;
  if (is_new) {
    if (handle == 0) return Outcome::kNothing;
    objects_.make(handle, param.kind, current_->serial);
    if (param.rule == Rule::kNewResult) op.result = Value::of_uint(handle);
    else op.args[op.argc++] = array_of({&handle, 1});
    return Outcome::kCall;
  }
  const Lookup found = look_up(handle, param.kind);
  if (found == Lookup::kRefused) return Outcome::kNothing;
  const bool is_deletion = param.rule == Rule::kDelete || param.rule == Rule::kDeleteOne;
  if (param.rule == Rule::kNullable) {
    if (found == Lookup::kUnknown) op.has_unknown_object = true;
    op.handle = found == Lookup::kUnknown ? 0 : handle;
  } else if (found != Lookup::kGood) {
    return found == Lookup::kUnknown ? Outcome::kUnknownObject : Outcome::kNothing;
  }
  if (is_deletion) {
    unbind(param.kind, handle);
    objects_.mark_deleted(handle);
  }
  if (param.rule == Rule::kLocation) {
    const Location& location = objects_.location(handle);
    const bool is_current = location.program == current_->program;
    if (!is_current || location.links != location.program->links) return Outcome::kNothing;
    op.args[op.argc++] = Value::of_sint(location.number);
    return Outcome::kCall;
  }
  op.args[op.argc++] = param.rule == Rule::kDelete ? array_of({&handle, 1}) : Value::of_uint(op.handle);
  return Outcome::kCall;
}

bool Translator::is_bound(const Param& param, std::uint32_t target) {
  switch (param.rule) {
    case Rule::kBuffer: return bound_buffer(target) != nullptr;
    case Rule::kTexture: return bound_texture(target) != nullptr;
    case Rule::kRenderbuffer: return current_->renderbuffer != 0;
    case Rule::kFramebuffer: return current_->framebuffer != 0;
    default: return true;
  }
}

void Translator::commit(const Operation& op, Outcome outcome) {
  if (outcome == Outcome::kCall && !op.has_unknown_object) {
    return commit(op.event, op.function, op.arguments(), op.result ? &*op.result : nullptr);
  }
  const bool unknown = outcome == Outcome::kUnknownObject || op.has_unknown_object;
  if (outcome == Outcome::kCall) derived_.add_before(op.function, op.arguments());
  commit(op.event, unknown ? FunctionId::replayUnknownObject : FunctionId::replayEvent, op.event.args, nullptr);
}

void Translator::commit(const Event& event, FunctionId function, std::span<const Value> args, const Value* result) {
  Call call = call_of(event, function, args, result, batch_->arena);
  call.context = current_ != nullptr ? current_->handle : 0;
  derived_.commit(call);
}

Value Translator::array_of(std::span<const std::uint32_t> names) {
  auto* copy = batch_->arena.allocate_array<std::uint32_t>(names.size());
  std::copy(names.begin(), names.end(), copy);
  return Value::of_memory(ValueKind::kArray, copy, static_cast<std::uint32_t>(names.size()), Elem::kU32);
}

}  // namespace loaders::wtf::webgl
