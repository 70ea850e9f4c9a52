#include "loaders/wtf/json_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "loaders/stream/value_plan.h"
#include "loaders/wtf/elements.h"
#include "loaders/wtf/text_encodings.h"

namespace loaders::wtf {
namespace {

Value text_of_json(const Json& json, Arena& arena) {
  return copy_text(json.dump(-1, ' ', false, Json::error_handler_t::replace), arena, kJsonText);
}

Value number_of_json(const Json& json) {
  if (json.is_boolean()) return Value::of_uint(json.get<bool>() ? 1 : 0);
  if (json.is_number_unsigned()) return Value::of_uint(json.get<std::uint64_t>());
  if (json.is_number_integer()) return Value::of_sint(json.get<std::int64_t>());
  return json.is_number_float() ? Value::of_f64(json.get<double>()) : Value{};
}

// The value as the file has it, whatever was declared.
Value natural(const Json& json, Arena& arena) {
  if (json.is_null()) return {};
  if (json.is_string()) return copy_text(json.get_ref<const std::string&>(), arena);
  return json.is_structured() ? text_of_json(json, arena) : number_of_json(json);
}

Elem elem_of_scalar(ArgType type) {
  if (type == ArgType::kFlowId || type == ArgType::kTime32) return Elem::kU32;
  return type == ArgType::kChar || type == ArgType::kWchar ? Elem::kNone : element_of(type);
}

Value scalar(const Json& json, ArgType type, Arena& arena) {
  if (json.is_null()) return {};
  if (type == ArgType::kAny) return text_of_json(json, arena);
  const Value number = number_of_json(json);
  if (number.is_null()) return natural(json, arena);
  if (type == ArgType::kBool) return Value::of_uint(number.kind == ValueKind::kF64 ? number.d != 0 : number.u != 0);
  const Elem elem = elem_of_scalar(type);
  return elem == Elem::kNone ? natural(json, arena) : number_as(number, elem);
}

Value array(const Json& json, ArgType type, Arena& arena) {
  const Elem elem = element_of(type);
  if (!json.is_array() || elem == Elem::kNone) return natural(json, arena);
  const auto count = static_cast<std::uint32_t>(json.size());
  std::byte* elements = arena.allocate(count * elem_size(elem));
  std::byte* to = elements;
  for (const Json& element : json) {
    store_number(to, elem, number_of_json(element));
    to += elem_size(elem);
  }
  if (type == ArgType::kUint8) return Value::of_blob({elements, count});
  return Value::of_memory(ValueKind::kArray, elements, count, elem);
}

}  // namespace

std::span<const Value> read_json_values(const Json* args, const EventType& type, std::size_t max, Arena& arena) {
  const std::size_t given = args != nullptr && args->is_array() ? args->size() : 0;
  const std::size_t count = std::min(std::max(given, type.args.size()), max);
  Value* values = arena.allocate_array<Value>(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= given) {
      values[i] = {};
    } else if (i >= type.args.size()) {
      values[i] = natural((*args)[i], arena);
    } else {
      const Argument& arg = type.args[i];
      values[i] = arg.is_array ? array((*args)[i], arg.type, arena) : scalar((*args)[i], arg.type, arena);
    }
  }
  return {values, count};
}

}  // namespace loaders::wtf
