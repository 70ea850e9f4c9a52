#include "loaders/wtf/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "loaders/wtf/json_scanner.h"

namespace loaders::wtf {
namespace {

// The library's message without its own name and numbers, and with no more than a short piece of the file's text.
std::string sentence(std::string_view what) {
  constexpr std::size_t kMaxShown = 200;
  if (const std::size_t id = what.find("] "); id != what.npos) what.remove_prefix(id + 2);
  std::string text(what.substr(0, kMaxShown));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  return text;
}

}  // namespace

Result<Json> parse_json(const std::string& text) {
  try {
    return Result<Json>(std::in_place, Json::parse(text));
  } catch (const Json::exception& error) {
    return Error{sentence(error.what())};
  }
}

Result<Json> parse_json_object(std::string_view text) {
  JsonScanner scanner{Limits()};
  scanner.begin(false);
  scanner.feed(text);
  if (scanner.status() == JsonScanner::Status::kTooDeep) return Error{"it is nested too deeply"};
  if (scanner.status() != JsonScanner::Status::kComplete) return Error{"it has no end"};
  return parse_json(scanner.text());
}

const Json* member(const Json& object, const char* name, const char* other) {
  if (!object.is_object()) return nullptr;
  auto at = object.find(name);
  if (at == object.end() && other != nullptr) at = object.find(other);
  return at == object.end() ? nullptr : &*at;
}

std::string_view text_member(const Json& object, const char* name) {
  const Json* value = member(object, name);
  const auto* text = value != nullptr ? value->get_ptr<const std::string*>() : nullptr;
  return text != nullptr ? std::string_view(*text) : std::string_view();
}

std::optional<double> number_member(const Json& object, const char* name) {
  const Json* value = member(object, name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

std::optional<std::int64_t> as_integer(const Json& value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  constexpr double kLimit = 9007199254740992.0;  // integers above it are not exact
  if (std::trunc(number) != number || std::abs(number) > kLimit) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace loaders::wtf
