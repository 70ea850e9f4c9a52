#include "loaders/apitrace/value_writer.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include "glbindings/gl_names.h"
#include "loaders/stream/dump.h"

namespace loaders::apitrace {
namespace {

using glbindings::EnumName;
using glbindings::ParamInfo;
using glbindings::Type;

// Smaller numbers are enums only where the parameter takes nothing else.
constexpr std::uint64_t kFirstUnambiguousEnum = 0x100;

// Nothing is known about the elements of an array in an array: it was a struct.
constexpr ParamInfo kMembers{};

bool is_handle(const ParamInfo& param) { return param.type == Type::kHandle || param.type == Type::kFunction; }

// True and False of EGL, X11 and Windows are groups in which every member is a small number.
bool has_small_names_only(std::uint16_t group) {
  const auto names = glbindings::group_names(group);
  return !names.empty() && names.back().value < kFirstUnambiguousEnum;
}

bool is_bytes(Type type) { return type == Type::kU8 || type == Type::kI8; }

// The text of a program in assembly language has no type of its own in the registry, but the file has a string.
bool is_program_text(const ParamInfo& param) {
  const std::string_view name = param.name();
  return param.indirection == 1 &&
         ((param.type == Type::kVoid && name == "string") || (param.type == Type::kU8 && name == "program"));
}

// Memory whose elements the file does not tell apart: void*, and the image of glBitmap. The pattern of glPolygonStipple
// is an array, because its size is always the same.
bool is_opaque_memory(const ParamInfo& param) {
  if (param.indirection != 1) return false;
  return param.type == Type::kVoid ||
         (is_bytes(param.type) && std::string_view(param.len()) == "COMPSIZE(width,height)");
}

bool belongs_to_a_window_system(std::string_view function) {
  return function.starts_with("glX") || function.starts_with("egl") || function.starts_with("wgl");
}

// Readers print the first entries that fit, so masks of several bits come before the bits.
std::vector<EnumName> bits_of_group(std::uint16_t group) {
  const auto names = glbindings::group_names(group);
  std::vector<EnumName> bits(names.begin(), names.end());
  std::ranges::stable_sort(
      bits, [](const EnumName& a, const EnumName& b) { return std::popcount(a.value) > std::popcount(b.value); });
  return bits;
}

}  // namespace

void ValueWriter::write(const Value& value, const ParamInfo& param, const char* function) {
  Encoder& out = output_.bytes();
  switch (value.kind) {
    case ValueKind::kNull: return tag(Tag::kNull);
    case ValueKind::kUint:
    case ValueKind::kSint: return integer(value, param);
    case ValueKind::kF32: tag(Tag::kFloat); return out.f32(value.f);
    case ValueKind::kF64: tag(Tag::kDouble); return out.f64(value.d);
    case ValueKind::kString: tag(Tag::kString); return out.text(value.text());
    case ValueKind::kPointer:
      if (value.u == 0) return tag(Tag::kNull);
      tag(Tag::kPointer);
      return out.uleb128(value.u);
    case ValueKind::kBlob:
    case ValueKind::kArray: break;
  }
  const bool is_memory = value.kind == ValueKind::kBlob || (value.elem != Elem::kValue && is_opaque_memory(param));
  const bool is_text = is_program_text(param) && value.elem != Elem::kValue;
  if (!is_memory && !is_text) return array(value, param, function);
  tag(is_text ? Tag::kString : Tag::kBlob);
  out.text(text_of(value.bytes()));
}

void ValueWriter::integer(const Value& value, const ParamInfo& param) {
  if (param.type == Type::kEnum) return enumeration(value, param.group);
  if (param.type == Type::kBitfield) return bitmask(value.u, param.group);
  if (param.type == Type::kBool && value.u <= 1) return boolean(value.u != 0);
  if (is_handle(param)) return write(Value::of_address(value.u), param, "");
  const bool is_named = glbindings::name_in_group(param.group, value.u) != nullptr;
  const bool can_be_enum = param.group != 0 && (value.kind == ValueKind::kUint || value.i >= 0);
  if (can_be_enum && value.u >= kFirstUnambiguousEnum && (is_named || glbindings::name_in_any_group(value.u))) {
    return enumeration(value, param.group);
  }
  if (can_be_enum && is_named && has_small_names_only(param.group)) return enumeration(value, param.group);
  number(value);
}

void ValueWriter::number(const Value& value) {
  const bool is_negative = value.kind == ValueKind::kSint && value.i < 0;
  tag(is_negative ? Tag::kNegative : Tag::kPositive);
  output_.bytes().uleb128(is_negative ? 0 - value.u : value.u);
}

// A value that its group lacks brings a table for itself, because a table of all enums would take 100 kB.
void ValueWriter::enumeration(const Value& value, std::uint16_t group) {
  tag(Tag::kEnum);
  const char* elsewhere = glbindings::name_in_any_group(value.u);
  if (glbindings::name_in_group(group, value.u) == nullptr && elsewhere != nullptr) {
    enum_of_one(value.u, elsewhere);
  } else {
    enum_table(group);
  }
  number(value);
}

void ValueWriter::enum_table(std::uint16_t group) {
  Encoder& out = output_.bytes();
  const auto found = enums_.find(group);
  if (found != enums_.end()) return out.uleb128(found->second);
  out.uleb128(enums_.emplace(group, output_.new_enum()).first->second);
  const auto names = glbindings::group_names(group);
  out.uleb128(names.size());
  for (const EnumName& name : names) {
    out.text(name.name());
    number(Value::of_uint(name.value));
  }
}

void ValueWriter::enum_of_one(std::uint64_t value, const char* name) {
  Encoder& out = output_.bytes();
  const auto found = single_enums_.find(value);
  if (found != single_enums_.end()) return out.uleb128(found->second);
  out.uleb128(single_enums_.emplace(value, output_.new_enum()).first->second);
  out.uleb128(1);
  out.text(name);
  number(Value::of_uint(value));
}

void ValueWriter::boolean(bool value) {
  Encoder& out = output_.bytes();
  tag(Tag::kEnum);
  const bool is_first = boolean_id_ == kNoId;
  if (is_first) boolean_id_ = output_.new_enum();
  out.uleb128(boolean_id_);
  if (is_first) {
    out.uleb128(2);
    for (const bool each : {false, true}) {
      out.text(each ? "GL_TRUE" : "GL_FALSE");
      number(Value::of_uint(each));
    }
  }
  number(Value::of_uint(value));
}

void ValueWriter::bitmask(std::uint64_t value, std::uint16_t group) {
  Encoder& out = output_.bytes();
  tag(Tag::kBitmask);
  const auto found = bitmasks_.find(group);
  if (found != bitmasks_.end()) {
    out.uleb128(found->second);
    return out.uleb128(value);
  }
  out.uleb128(bitmasks_.emplace(group, output_.new_bitmask()).first->second);
  const std::vector<EnumName> names = bits_of_group(group);
  out.uleb128(names.size());
  for (const EnumName& name : names) {
    out.text(name.name());
    out.uleb128(name.value);
  }
  out.uleb128(value);
}

void ValueWriter::array(const Value& value, const ParamInfo& param, const char* function) {
  tag(Tag::kArray);
  output_.bytes().uleb128(value.count);
  const bool has_keys = param.group != 0 && is_integer(value.elem) && belongs_to_a_window_system(function);
  if (has_keys) return attribute_list(value, param);
  for (std::uint32_t i = 0; i < value.count; ++i) {
    const Value element = element_of(value, i);
    write(element, element.kind == ValueKind::kArray ? kMembers : param, function);
  }
}

// Keys and values take turns. The last element is a key without a value, and ends the list.
void ValueWriter::attribute_list(const Value& value, const ParamInfo& param) {
  for (std::uint32_t i = 0; i < value.count; ++i) {
    const Value element = element_of(value, i);
    const bool is_last = i + 1 == value.count;
    if (i % 2 == 0 && !(is_last && element.u == 0)) {
      enumeration(element, param.group);
    } else {
      integer(element, param);
    }
  }
}

}  // namespace loaders::apitrace
