#include "loaders/wtf/signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "loaders/base/limits.h"

namespace loaders::wtf {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

struct TypeName {
  std::string_view name;
  ArgType type;
};
constexpr TypeName kTypeNames[] = {
    {"bool", ArgType::kBool},       {"int8", ArgType::kInt8},
    {"byte", ArgType::kInt8},       {"uint8", ArgType::kUint8},
    {"octet", ArgType::kUint8},     {"int16", ArgType::kInt16},
    {"short", ArgType::kInt16},     {"uint16", ArgType::kUint16},
    {"int32", ArgType::kInt32},     {"unsigned short", ArgType::kUint16},
    {"long", ArgType::kInt32},      {"uint32", ArgType::kUint32},
    {"float", ArgType::kFloat32},   {"unsigned long", ArgType::kUint32},
    {"float32", ArgType::kFloat32}, {"char", ArgType::kChar},
    {"wchar", ArgType::kWchar},     {"flowId", ArgType::kFlowId},
    {"time32", ArgType::kTime32},   {"ascii", ArgType::kAscii},
    {"utf8", ArgType::kUtf8},       {"DOMString", ArgType::kUtf8},
    {"any", ArgType::kAny},
};

ArgType find_type(std::string_view name) {
  std::string single_blanks;  // "unsigned  long" is "unsigned long"
  for (const char c : name) {
    const bool blank = kBlanks.find(c) != std::string_view::npos;
    if (!blank) single_blanks += c;
    if (blank && !single_blanks.ends_with(' ')) single_blanks += ' ';
  }
  const auto* at = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                [&](const TypeName& type) { return type.name == single_blanks; });
  return at == std::end(kTypeNames) ? ArgType::kUnknown : at->type;
}

bool can_be_array(ArgType type) { return type >= ArgType::kInt8 && type <= ArgType::kWchar; }

void set_type(Argument& arg, std::string_view text) {
  constexpr std::string_view kSequence = "sequence<";
  if (text.ends_with("[]")) {
    arg.is_array = true;
    text = trim(text.substr(0, text.size() - 2));
  } else if (text.starts_with(kSequence) && text.ends_with('>')) {
    arg.is_array = true;
    text = trim(text.substr(kSequence.size(), text.size() - kSequence.size() - 1));
  }
  arg.type = find_type(text);
  if (arg.is_array && !can_be_array(arg.type)) arg.type = ArgType::kUnknown;
}

}  // namespace

Signature split_signature(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return {trim(text), {}};
  const std::string_view rest = text.substr(open + 1);
  return {trim(text.substr(0, open)), rest.substr(0, rest.rfind(')'))};  // up to the end if there is no ")"
}

Arguments parse_arguments(std::string_view text) {
  Arguments arguments;
  auto& [args, problem] = arguments;
  while (!(text = trim(text)).empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view one = trim(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    if (one.empty()) continue;
    if (args.size() == kMaxArguments) {
      problem = fmt::format("it has more than {} arguments", kMaxArguments);
      break;
    }
    const std::size_t blank = one.find_last_of(kBlanks);
    const std::string_view type = blank == std::string_view::npos ? one : trim(one.substr(0, blank));
    Argument& arg = args.emplace_back();
    if (blank != std::string_view::npos) arg.name = one.substr(blank + 1);
    set_type(arg, type);
    if (arg.type == ArgType::kUnknown && problem.empty()) {
      problem = fmt::format("argument '{}' is of the unknown type '{}'", arg.name, type.substr(0, 100));
    }
  }
  return arguments;
}

}  // namespace loaders::wtf
