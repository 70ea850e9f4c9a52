#include "loaders/stream/value_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "loaders/base/bytes.h"

namespace loaders {
namespace {

using glbindings::ParamInfo;
using glbindings::Type;

Elem elem_of(Type type) {
  switch (type) {
    case Type::kBool:
    case Type::kU8: return Elem::kU8;
    case Type::kI8:
    case Type::kChar: return Elem::kI8;
    case Type::kI16: return Elem::kI16;
    case Type::kU16: return Elem::kU16;
    case Type::kI32: return Elem::kI32;
    case Type::kU32:
    case Type::kEnum:
    case Type::kBitfield: return Elem::kU32;
    case Type::kI64: return Elem::kI64;
    case Type::kU64: return Elem::kU64;
    case Type::kF32: return Elem::kF32;
    case Type::kF64: return Elem::kF64;
    case Type::kVoid:
    case Type::kHandle:
    case Type::kFunction: return Elem::kNone;
  }
  return Elem::kNone;
}

double as_double(const Value& v) {
  switch (v.kind) {
    case ValueKind::kF32: return v.f;
    case ValueKind::kF64: return v.d;
    case ValueKind::kSint: return static_cast<double>(v.i);
    default: return static_cast<double>(v.u);
  }
}

// Truncates towards zero into the 64 bits that hold both signed and unsigned; NaN is 0.
std::uint64_t bits_of_float(double value) {
  constexpr double kTwo63 = 9223372036854775808.0;
  if (std::isnan(value)) return 0;
  if (value <= -kTwo63) return std::uint64_t{1} << 63;
  if (value < kTwo63) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  return value < 2 * kTwo63 ? static_cast<std::uint64_t>(value) : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t bits_of(const Value& v) { return v.is_float() ? bits_of_float(as_double(v)) : v.u; }

float as_float(const Value& v) {
  if (v.kind == ValueKind::kF32) return v.f;
  const double value = as_double(v);
  // Outside of the range of a float the cast would be undefined; the recording program would have got infinity.
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value < 0 ? -1 : 1));
  }
  return static_cast<float>(value);
}

}  // namespace

Target target_of(const ParamInfo& param) {
  const Elem elem = elem_of(param.type);
  const bool opaque = param.type == Type::kHandle || param.type == Type::kFunction;
  if (param.indirection == 0) {
    if (opaque) return {Form::kPointer, Elem::kNone};
    return param.type == Type::kVoid ? Target{} : Target{Form::kNumber, elem};
  }
  if (param.indirection == 1) {
    if (param.type == Type::kVoid) return {Form::kMemory, Elem::kNone};
    if (param.type == Type::kChar) return {Form::kString, Elem::kNone};
    return opaque ? Target{Form::kPointers, Elem::kNone} : Target{Form::kArray, elem};
  }
  return {param.type == Type::kChar ? Form::kStrings : Form::kPointers, Elem::kNone};
}

Target argument_target(glbindings::FunctionId function, std::size_t index) {
  const auto params = glbindings::signature(function).params();
  return index < params.size() ? target_of(params[index]) : Target{};
}

Target result_target(glbindings::FunctionId function) { return target_of(glbindings::signature(function).result); }

ValuePlan::ValuePlan(Target wanted) : target(wanted) {
  if (wanted.form == Form::kNatural) return;
  shortcut = Shortcut::kNone;
  if (wanted.form == Form::kPointer || wanted.form == Form::kMemory) shortcut = Shortcut::kPointer;
  if (wanted == Target{Form::kNumber, Elem::kF32}) shortcut = Shortcut::kFloat;
  if (wanted.form == Form::kNumber && is_integer(wanted.elem)) {
    shortcut = is_signed(wanted.elem) ? Shortcut::kSigned : Shortcut::kUnsigned;
    unused_bits = static_cast<std::uint8_t>(64 - 8 * elem_size(wanted.elem));
  }
}

Call call_of_function(glbindings::FunctionId function, std::size_t declared_arguments) {
  const glbindings::Signature& signature = glbindings::signature(function);
  Call call;
  call.function = function;
  call.flags = signature.has(glbindings::kEndsFrame) ? kEndsFrame : 0;
  call.argc = static_cast<std::uint8_t>(std::max(declared_arguments, signature.params().size()));
  return call;
}

Value number_as(const Value& v, Elem elem) {
  if (!v.can_be_number()) return v;
  switch (elem) {
    case Elem::kU8: return Value::of_uint(static_cast<std::uint8_t>(bits_of(v)));
    case Elem::kI8: return Value::of_sint(static_cast<std::int8_t>(bits_of(v)));
    case Elem::kU16: return Value::of_uint(static_cast<std::uint16_t>(bits_of(v)));
    case Elem::kI16: return Value::of_sint(static_cast<std::int16_t>(bits_of(v)));
    case Elem::kU32: return Value::of_uint(static_cast<std::uint32_t>(bits_of(v)));
    case Elem::kI32: return Value::of_sint(static_cast<std::int32_t>(bits_of(v)));
    case Elem::kU64: return Value::of_uint(bits_of(v));
    case Elem::kI64: return Value::of_sint(static_cast<std::int64_t>(bits_of(v)));
    case Elem::kF32: return Value::of_f32(as_float(v));
    case Elem::kF64: return Value::of_f64(as_double(v));
    case Elem::kNone:
    case Elem::kValue: break;
  }
  return v;
}

Value convert(const Value& v, Target target, Arena& arena) {
  switch (target.form) {
    case Form::kNatural: return v;
    case Form::kNumber: return number_as(v, target.elem);
    case Form::kArray: {
      if (!v.is_number()) return v;
      std::byte* memory = arena.allocate(elem_size(target.elem));
      store_number(memory, target.elem, v);
      return Value::of_memory(ValueKind::kArray, memory, 1, target.elem);
    }
    case Form::kStrings:
      if (v.kind == ValueKind::kString) {
        Value* strings = arena.allocate_array<Value>(1);
        strings[0] = v;
        return Value::of_memory(ValueKind::kArray, strings, 1, Elem::kValue);
      }
      [[fallthrough]];
    case Form::kPointer:
    case Form::kString:
    case Form::kPointers:
    case Form::kMemory: break;
  }
  if (v.is_integer()) return Value::of_address(v.u);
  return v;
}

Elem packed_elem(Elem natural, bool pointers, Target target) {
  if (natural == Elem::kValue) return Elem::kValue;
  const bool integer = natural != Elem::kF32 && natural != Elem::kF64;
  if (target.form == Form::kArray) return target.elem;
  if (integer && (target.form == Form::kPointers || target.form == Form::kStrings)) return Elem::kValue;
  return pointers ? Elem::kValue : natural;
}

void store_number(std::byte* to, Elem elem, const Value& v) {
  const Value number = number_as(v, elem);
  switch (elem) {
    case Elem::kF32: return store(to, number.f);
    case Elem::kF64: return store(to, number.d);
    case Elem::kU8:
    case Elem::kI8: return store(to, static_cast<std::uint8_t>(number.u));
    case Elem::kU16:
    case Elem::kI16: return store(to, static_cast<std::uint16_t>(number.u));
    case Elem::kU32:
    case Elem::kI32: return store(to, static_cast<std::uint32_t>(number.u));
    case Elem::kU64:
    case Elem::kI64: return store(to, number.u);
    case Elem::kNone:
    case Elem::kValue: return;
  }
}

}  // namespace loaders
