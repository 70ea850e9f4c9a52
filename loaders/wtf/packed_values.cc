#include "loaders/wtf/packed_values.h"

#include <cstring>
#include <utility>

#include "loaders/wtf/elements.h"
#include "loaders/wtf/text_encodings.h"

namespace loaders::wtf {
namespace {

// Reads integers in the byte order of this machine.
template <class T>
void read_elements(Cursor& cursor, std::byte* to, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i, to += sizeof(T)) {
    if constexpr (sizeof(T) == 1) store(to, cursor.u8());
    if constexpr (sizeof(T) == 2) store(to, cursor.u16_big_endian());
    if constexpr (sizeof(T) == 4) store(to, cursor.u32_big_endian());
  }
}

}  // namespace

Value* PackedValues::read(Cursor& cursor, const EventType& type, Arena& arena) {
  if (!type.unreadable.empty()) problem_.malformed(cursor, type.unreadable);
  if (!cursor.ok()) return nullptr;
  Value* values = arena.allocate_array<Value>(type.args.size());
  for (std::size_t i = 0; i < type.args.size(); ++i) values[i] = read_one(cursor, type.args[i], arena);
  return values;
}

Value PackedValues::read_one(Cursor& cursor, const Argument& arg, Arena& arena) {
  if (arg.is_array) return read_array(cursor, arg.type, arena);
  switch (arg.type) {
    case ArgType::kBool:
    case ArgType::kInt8:
    case ArgType::kUint8: return number_of_bits(arg.type, cursor.u8());
    case ArgType::kInt16:
    case ArgType::kUint16: return number_of_bits(arg.type, cursor.u16_big_endian());
    case ArgType::kInt32:
    case ArgType::kUint32:
    case ArgType::kFlowId:
    case ArgType::kTime32: return number_of_bits(arg.type, cursor.u32_big_endian());
    case ArgType::kFloat32: return number_of_bits(arg.type, cursor.u32());
    case ArgType::kAscii: return copy_text(cursor.text(cursor.u16_big_endian()), arena);
    case ArgType::kUtf8: return read_utf8(cursor, arena);
    case ArgType::kAny: {
      const Value value = read_utf8(cursor, arena, kJsonText);
      return value.count == 0 || value.text() == "null" ? Value{} : value;
    }
    case ArgType::kChar:
    case ArgType::kWchar:
    case ArgType::kUnknown: break;
  }
  problem_.malformed(cursor, "a type of argument that files of this kind do not have");
  return {};
}

Value PackedValues::read_utf8(Cursor& cursor, Arena& arena, TextHint hint) {
  const std::uint16_t units = cursor.u16_big_endian();
  if (units == 0xffff) problem_.malformed(cursor, "a reference to a table of strings, and there is none");
  const std::uint16_t bytes = units == 0 ? std::uint16_t{0} : cursor.u16_big_endian();
  const std::string_view text = cursor.text(bytes);
  return cursor.ok() ? text_of_surrogates(text, arena, hint) : Value{};
}

Value PackedValues::read_array(Cursor& cursor, ArgType type, Arena& arena) {
  const bool is_text = type == ArgType::kChar || type == ArgType::kWchar;
  if (is_text) problem_.malformed(cursor, "an array of a type that files of this kind do not have");
  const std::uint32_t count = cursor.u32_big_endian();
  const Elem elem = element_of(type);
  if (!cursor.require(std::uint64_t{count} * elem_size(elem))) return {};
  std::byte* elements = arena.allocate(count * elem_size(elem));
  if (type == ArgType::kFloat32) {
    for (std::uint32_t i = 0; i < count; ++i) store(elements + i * sizeof(float), cursor.u32());
    return Value::of_memory(ValueKind::kArray, elements, count, elem);
  }
  switch (elem_size(elem)) {
    case 1: read_elements<std::uint8_t>(cursor, elements, count); break;
    case 2: read_elements<std::uint16_t>(cursor, elements, count); break;
    default: read_elements<std::uint32_t>(cursor, elements, count);
  }
  if (type == ArgType::kUint8) return Value::of_blob({elements, count});
  return Value::of_memory(ValueKind::kArray, elements, count, elem);
}

}  // namespace loaders::wtf
