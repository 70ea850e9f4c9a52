// Calls as text, one per line: for people, `dump` and tests. The text depends on the recording only: it holds no
// addresses of this run.
//
//     123 glBindTexture(target = GL_TEXTURE_2D, texture = 5)
//     124 glCreateShader(type = GL_VERTEX_SHADER) = 3
//     125 glLinkProgram(program = 3)
//       + replayUniformLocation(program = 3, name = "lvp", location = 2)      made by the loader (kDerived)
//     126 glBufferData(target = GL_ARRAY_BUFFER, size = 540, data = blob(540), usage = GL_STATIC_DRAW)
//     127 glFinish()  // incomplete
//     128 @1 glViewport(x = 0, y = 0, width = 64, height = 64)  // fake      on thread 1, made up by the tracer (kFake)
//     129   window#setTimeout(delay = 5)  // 1234 us, thread 2         nested in one call, with its time (kTimed)
//
// With DumpStyle::multiline:
//
//     130 glShaderSource(shader = 1, count = 1, string = {"""
//           void main() {
//           }
//         """}, length = NULL)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "glbindings/signature.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

// Sequences of a terminal: one goes in front of each part of the text, and `off` goes behind it.
struct DumpColours {
  const char *function, *argument, *string, *name, *remark;  // `name`: that of an enum, a bit mask or a boolean
  const char* off;
};

struct DumpStyle {
  bool multiline = false;                // text with several lines takes several lines, as sources of shaders do
  const DumpColours* colours = nullptr;  // nullptr: none
};

// Appends the line of `call`, with its newline.
void append_call(std::string& out, const Call& call, const FunctionTable& functions, const DumpStyle& style = {});

// Appends a value as an argument of `param`, which says which enums it can be; nullptr when nothing is known about it.
void append_value(std::string& out, const Value& value, const glbindings::ParamInfo* param,
                  const DumpStyle& style = {});

// The name that GL has for an enum, a bit mask or a boolean in the place of `param`; "" for everything else.
std::string value_name(const Value& value, const glbindings::ParamInfo* param);

// Element `index` of an array, as a value. Precondition: index < array.count.
Value element_of(const Value& array, std::size_t index);

// What is known about argument `index` of `call`: from GL, or otherwise from the file; nullptr and "" when nothing is.
const glbindings::ParamInfo* param_of(const Call& call, std::size_t index);
std::string_view arg_name(const Call& call, const FunctionTable& functions, std::size_t index);

}  // namespace loaders
