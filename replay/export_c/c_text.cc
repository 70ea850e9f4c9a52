#include "replay/export_c/c_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "glbindings/gl_names.h"

namespace replay {
namespace {

using glbindings::ParamInfo;
using glbindings::Type;

bool is_plain(char c) { return c >= ' ' && c <= '~'; }

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Three octal digits end an escape whatever follows. "??" could begin a trigraph, which some compilers replace even
// here.
void append_escaped(std::string& out, char c) {
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '?': out += !out.empty() && out.back() == '?' ? "\\?" : "?"; return;
    default: break;
  }
  if (is_plain(c)) out += c;
  else out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
}

template <class T>
T read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// The element as bits of LiveArguments.
std::uint64_t element(Type type, const std::byte* from) {
  switch (type) {
    case Type::kI8: return static_cast<std::uint64_t>(read<std::int8_t>(from));
    case Type::kI16: return static_cast<std::uint64_t>(read<std::int16_t>(from));
    case Type::kI32: return static_cast<std::uint64_t>(read<std::int32_t>(from));
    default: break;
  }
  switch (c_type_size(type)) {
    case 1: return read<std::uint8_t>(from);
    case 2: return read<std::uint16_t>(from);
    case 4: return read<std::uint32_t>(from);
    default: return read<std::uint64_t>(from);
  }
}

}  // namespace

std::string c_string(std::string_view text, std::size_t indent) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    append_escaped(out, text[i]);
    if (text[i] == '\n' && i + 1 < text.size()) out += "\"\n" + std::string(indent, ' ') + "\"";
  }
  return out + "\"";
}

std::string c_comment(std::string_view text) {
  constexpr std::size_t kMax = 200;
  std::string out;
  for (const char c : text.substr(0, kMax)) {
    const bool is_harmless = is_plain(c) && c != '*' && c != '/' && c != '\\' && c != '?';
    out += is_harmless ? c : '_';
  }
  return out + (text.size() > kMax ? "..." : "");
}

std::string c_identifier_part(std::string_view text) {
  constexpr std::size_t kMax = 40;
  std::string out;
  for (const char c : text) {
    if (out.size() == kMax) break;
    if (is_letter_or_digit(c)) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    else if (!out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

std::string c_signed(std::int64_t value) {
  if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807LL - 1)";
  if (value == std::numeric_limits<std::int32_t>::min()) return "(-2147483647 - 1)";
  const bool is_int =
      value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
  return fmt::format("{}{}", value, is_int ? "" : "LL");
}

std::string c_unsigned(std::uint64_t value) {
  if (value <= 0x7fffffff) return fmt::format("{}", value);
  return value <= 0xffffffff ? fmt::format("{:#x}u", value) : fmt::format("{:#x}ull", value);
}

std::string c_float(float value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string text = fmt::format("{}", value);  // the shortest text that gives this value back
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text + "f";
}

std::string c_double(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text;
}

const char* c_type(Type type) {
  switch (type) {
    case Type::kVoid: return "void";
    case Type::kBool: return "GLboolean";
    case Type::kI8: return "GLbyte";
    case Type::kU8: return "GLubyte";
    case Type::kI16: return "GLshort";
    case Type::kU16: return "GLushort";
    case Type::kI32: return "GLint";
    case Type::kU32: return "GLuint";
    case Type::kI64: return "GLint64";
    case Type::kU64: return "GLuint64";
    case Type::kF32: return "GLfloat";
    case Type::kF64: return "GLdouble";
    case Type::kEnum: return "GLenum";
    case Type::kBitfield: return "GLbitfield";
    case Type::kChar: return "GLchar";
    case Type::kHandle:
    case Type::kFunction: break;
  }
  return "void *";
}

std::size_t c_type_size(Type type) {
  switch (type) {
    case Type::kVoid:
    case Type::kBool:
    case Type::kI8:
    case Type::kU8:
    case Type::kChar: return 1;
    case Type::kI16:
    case Type::kU16: return 2;
    case Type::kI32:
    case Type::kU32:
    case Type::kF32:
    case Type::kEnum:
    case Type::kBitfield: return 4;
    default: return 8;
  }
}

std::string c_number(const ParamInfo& param, std::uint64_t bits) {
  switch (param.type) {
    case Type::kBool: return bits == 0 ? "GL_FALSE" : bits == 1 ? "GL_TRUE" : c_unsigned(bits & 0xff);
    case Type::kI8:
    case Type::kI16:
    case Type::kI32:
      if (param.group != 0 && static_cast<std::int64_t>(bits) >= 0x100) return glbindings::enum_name(param.group, bits);
      return c_signed(static_cast<std::int64_t>(bits));
    case Type::kI64: return c_signed(static_cast<std::int64_t>(bits));
    case Type::kF32: {
      float value;
      std::memcpy(&value, &bits, sizeof value);
      return c_float(value);
    }
    case Type::kF64: {
      double value;
      std::memcpy(&value, &bits, sizeof value);
      return c_double(value);
    }
    case Type::kEnum: return glbindings::enum_name(param.group, bits & 0xffffffff);
    case Type::kBitfield: return glbindings::bitmask_names(param.group, bits & 0xffffffff);
    default: return c_unsigned(bits);
  }
}

std::string c_elements(const ParamInfo& param, std::span<const std::byte> bytes, std::size_t indent) {
  const std::size_t size = c_type_size(param.type), count = bytes.size() / size;
  const std::size_t in_a_line = count <= 8 ? 8 : count % 4 == 0 && count <= 16 ? 4 : size == 1 ? 16 : 8;
  ParamInfo plain = param;
  if (param.type == Type::kVoid || param.type == Type::kChar) plain.type = Type::kU8;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) out += i % in_a_line == 0 ? ",\n" + std::string(indent, ' ') : ", ";
    out += c_number(plain, element(plain.type, bytes.data() + i * size));
  }
  return out;
}

}  // namespace replay
