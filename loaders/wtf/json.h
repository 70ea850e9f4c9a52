// JSON values and what WTF files hold of them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace loaders::wtf {

using Json = nlohmann::json;

// `text` as the scanner gives it, or anything of bounded depth. False, and a sentence, when it is no JSON.
bool parse_json(const std::string& text, Json& value, std::string& problem);

// Text of unknown origin that holds one object: scanned, then parsed.
bool parse_json_object(std::string_view text, Json& value, std::string& problem);

// The member of an object by one of two spellings; nullptr when `object` is none or has neither.
const Json* member(const Json& object, const char* name, const char* other = nullptr);

// Members of a type, or nothing.
std::string_view text_member(const Json& object, const char* name);
std::optional<double> number_member(const Json& object, const char* name);

// `value` as an integer when it is a number that is one, whatever its notation.
std::optional<std::int64_t> as_integer(const Json& value);

}  // namespace loaders::wtf
