// JSON: parsing, and reading what WTF files hold.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "loaders/base/result.h"

namespace loaders::wtf {

using Json = nlohmann::json;

// Parses text that the scanner gave, or other text of bounded depth.
Result<Json> parse_json(const std::string& text);

// Parses text of unknown origin that holds one object: it is scanned first.
Result<Json> parse_json_object(std::string_view text);

// The member of an object by one of two names; nullptr when `object` is no object or has no such member.
const Json* member(const Json& object, const char* name, const char* other = nullptr);

// A member that is a text or a number; empty when there is no such member.
std::string_view text_member(const Json& object, const char* name);
std::optional<double> number_member(const Json& object, const char* name);

// `value` as an integer, if it is a whole number in any notation.
std::optional<std::int64_t> as_integer(const Json& value);

}  // namespace loaders::wtf
