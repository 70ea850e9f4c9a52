#include "loaders/stream/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "glbindings/gl_names.h"
#include "loaders/base/bytes.h"
#include "loaders/base/printable.h"

namespace loaders {
namespace {

using glbindings::ParamInfo;
using glbindings::Type;

template <class... Args>
void print(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

// Puts a colour around what is appended while it lives.
class Painted {
 public:
  Painted(std::string& out, const DumpStyle& style, const char* DumpColours::*colour)
      : out_(out),
        colours_(style.colours) {
    if (colours_ != nullptr) out_ += colours_->*colour;
  }
  ~Painted() {
    if (colours_ != nullptr) out_ += colours_->off;
  }
  Painted(const Painted&) = delete;
  Painted& operator=(const Painted&) = delete;

 private:
  std::string& out_;
  const DumpColours* colours_;
};

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          out += c;
        } else {
          print(out, "\\{:03o}", byte);
        }
    }
  }
}

// Each line of the text on a line of its own. Quotes, backslashes and tabs stand for themselves, so that a person can
// copy a shader.
void append_lines(std::string& out, std::string_view text) {
  out += "\"\"\"\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out += "      ";
    for (const char c : line) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte >= 0x20 && byte < 0x7f) || c == '\t') out += c;
      else print(out, "\\{:03o}", byte);
    }
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += "    \"\"\"";
}

void append_text(std::string& out, std::string_view text, const DumpStyle& style) {
  const Painted painted(out, style, &DumpColours::string);
  if (style.multiline && text.find('\n') != std::string_view::npos) return append_lines(out, text);
  out += '"';
  append_escaped(out, text);
  out += '"';
}

// Whether `value` has a name in GL as an argument of `param`; appends it then.
bool append_name(std::string& out, const Value& value, const ParamInfo* param) {
  if (param == nullptr || !value.is_integer()) return false;
  switch (param->type) {
    case Type::kEnum: out += glbindings::enum_name(param->group, value.u); return true;
    case Type::kBitfield: out += glbindings::bitmask_names(param->group, value.u); return true;
    case Type::kBool:
      if (value.u > 1) return false;
      out += value.u ? "GL_TRUE" : "GL_FALSE";
      return true;
    default: break;
  }
  // A GLint can be an enum: an internal format, an element of an attribute list. Small numbers mostly are numbers
  // there: the version after GLX_CONTEXT_MAJOR_VERSION_ARB is 3, not GLX_LEVEL.
  if (param->group == 0 || value.u < 0x100 || (value.kind == ValueKind::kSint && value.i < 0)) return false;
  out += glbindings::enum_name(param->group, value.u);
  return true;
}

template <class T>
T at(const Value& array, std::size_t index) {
  return load<T>(static_cast<const std::byte*>(array.p) + index * sizeof(T));
}

void append_array(std::string& out, const Value& array, const ParamInfo* param, const DumpStyle& style) {
  out += '{';
  for (std::uint32_t i = 0; i < array.count; ++i) {
    if (i > 0) out += ", ";
    append_value(out, element_of(array, i), param, style);
  }
  out += '}';
}

// JSON may take several lines in the file, but here a call is one line.
void append_json_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x7f) {
      out += byte < 0x20 ? ' ' : c;
    } else {
      print(out, "\\{:03o}", byte);
    }
  }
}

// Two blanks for each call around this one. There is an upper bound, because recordings whose calls are never left
// would run off every screen.
void append_indentation(std::string& out, const Call& call) {
  constexpr std::uint16_t kMaxShown = 40;
  if (const Value* time = call.time()) out.append(std::size_t{2} * std::min(time->aux, kMaxShown), ' ');
}

void append_remarks(std::string& out, const Call& call, const DumpStyle& style) {
  if (!call.is(kFake) && !call.is(kIncomplete) && call.time() == nullptr) return;
  const Painted painted(out, style, &DumpColours::remark);
  const char* before = "  // ";
  const auto next = [&] { return std::exchange(before, ", "); };
  if (call.is(kFake)) print(out, "{}fake", next());
  if (call.is(kIncomplete)) print(out, "{}incomplete", next());
  const Value* time = call.time();
  if (time == nullptr) return;
  print(out, "{}{} us", next(), time->i);
  if (call.thread != 0) print(out, ", thread {}", call.thread);
}

}  // namespace

Value element_of(const Value& array, std::size_t index) {
  switch (array.elem) {
    case Elem::kU8: return Value::of_uint(at<std::uint8_t>(array, index));
    case Elem::kI8: return Value::of_sint(at<std::int8_t>(array, index));
    case Elem::kU16: return Value::of_uint(at<std::uint16_t>(array, index));
    case Elem::kI16: return Value::of_sint(at<std::int16_t>(array, index));
    case Elem::kU32: return Value::of_uint(at<std::uint32_t>(array, index));
    case Elem::kI32: return Value::of_sint(at<std::int32_t>(array, index));
    case Elem::kU64: return Value::of_uint(at<std::uint64_t>(array, index));
    case Elem::kI64: return Value::of_sint(at<std::int64_t>(array, index));
    case Elem::kF32: return Value::of_f32(at<float>(array, index));
    case Elem::kF64: return Value::of_f64(at<double>(array, index));
    case Elem::kValue: return at<Value>(array, index);
    case Elem::kNone: break;
  }
  return {};
}

std::string value_name(const Value& value, const ParamInfo* param) {
  std::string name;
  append_name(name, value, param);
  return name;
}

void append_value(std::string& out, const Value& value, const ParamInfo* param, const DumpStyle& style) {
  if (style.colours == nullptr) {
    if (append_name(out, value, param)) return;
  } else if (const std::string name = value_name(value, param); !name.empty()) {
    const Painted painted(out, style, &DumpColours::name);
    out += name;
    return;
  }
  switch (value.kind) {
    case ValueKind::kNull: out += "NULL"; return;
    case ValueKind::kUint: return print(out, "{}", value.u);
    case ValueKind::kSint: return print(out, "{}", value.i);
    case ValueKind::kF32: return print(out, "{}", value.f);
    case ValueKind::kF64: return print(out, "{}", value.d);
    case ValueKind::kString:
      if (value.aux == kJsonText) return append_json_text(out, value.text());
      return append_text(out, value.text(), style);
    case ValueKind::kBlob: return print(out, "blob({})", value.count);
    case ValueKind::kArray: return append_array(out, value, param, style);
    case ValueKind::kPointer: return print(out, "0x{:x}", value.u);
  }
}

const ParamInfo* param_of(const Call& call, std::size_t index) {
  const auto params = glbindings::signature(call.function).params();
  return index < params.size() ? &params[index] : nullptr;
}

std::string_view arg_name(const Call& call, const FunctionTable& functions, std::size_t index) {
  if (const ParamInfo* param = param_of(call, index)) return param->name();
  const auto& names = functions[call.recorded].arg_names;
  return index < names.size() ? std::string_view(names[index]) : std::string_view();
}

void append_call(std::string& out, const Call& call, const FunctionTable& functions, const DumpStyle& style) {
  if (call.is(kDerived)) {
    out += "  + ";
  } else {
    print(out, "{} ", call.number);
    if (call.thread != 0 && !call.is(kTimed)) print(out, "@{} ", call.thread);
  }
  append_indentation(out, call);
  {
    const Painted painted(out, style, &DumpColours::function);
    append_printable(out, functions[call.recorded].name);
  }
  out += '(';
  for (std::size_t i = 0; i < call.argc; ++i) {
    if (i > 0) out += ", ";
    if (const std::string_view name = arg_name(call, functions, i); !name.empty()) {
      const Painted painted(out, style, &DumpColours::argument);
      append_printable(out, name);
      out += " = ";
    }
    append_value(out, call.args[i], param_of(call, i), style);
  }
  out += ')';
  if (const Value* result = call.result()) {
    out += " = ";
    append_value(out, *result, &glbindings::signature(call.function).result, style);
  }
  append_remarks(out, call, style);
  out += '\n';
}

}  // namespace loaders
