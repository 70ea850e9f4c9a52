// Texts and numbers as C. A recording may say anything, and what it says must not become code: in a string literal, in
// a comment, as a part of an identifier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "glbindings/signature.h"

namespace replay {

// Returns "..." with everything escaped that is not a plain printable character of ASCII. A text of several lines
// becomes one literal a line, each with `indent` spaces before it.
std::string c_string(std::string_view text, std::size_t indent = 0);

// Returns the text for use inside of a comment, at most 200 characters of it. What could end the comment, or go on in
// the next line, or mean something else to a person than to the compiler, becomes '_'.
std::string c_comment(std::string_view text);

// Returns lower-case letters, digits and '_', at most 40 of them: a part of an identifier, never a whole one.
std::string c_identifier_part(std::string_view text);

// Numbers as constants that have exactly this value.
std::string c_signed(std::int64_t value);
std::string c_unsigned(std::uint64_t value);
std::string c_float(float value);
std::string c_double(double value);

// The name of a type as gl.h has it: "GLuint".
const char* c_type(glbindings::Type type);
std::size_t c_type_size(glbindings::Type type);

// An argument of type `type` that is no pointer. `bits` are as in LiveArguments.
std::string c_number(const glbindings::ParamInfo& param, std::uint64_t bits);

// Returns the elements of an array, "1.0f, 0.0f", with line breaks after some of them when there are many. `bytes` has
// a whole number of them.
std::string c_elements(const glbindings::ParamInfo& param, std::span<const std::byte> bytes, std::size_t indent);

}  // namespace replay
