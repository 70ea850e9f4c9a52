// Writes neutral values as apitrace's tracer would have written them: what kind of value the file gets follows from the
// parameter, as the registry describes it, and from the value.
//
//   parameter                     value        in the file
//   GLenum, or a GLint that       integer      enum, with the names of the parameter's group
//     holds the number of one
//   GLboolean, EGLBoolean, Bool   0, 1         enum of two names
//   GLbitfield                    integer      bit mask, with the names of the parameter's group
//   other numbers                 integer      integer
//   any                           f32, f64     float, double
//   handles, any pointer          pointer      address
//   text                          string       string
//   void*, image of glBitmap       blob, array  blob
//   void* text of a program       blob, array  string
//   other arrays                  array        array; attribute lists are keys, which are enums, and their values
//   any                           null         null
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "glbindings/signature.h"
#include "loaders/apitrace/output.h"
#include "loaders/stream/value.h"

namespace loaders::apitrace {

class ValueWriter {
 public:
  explicit ValueWriter(Output& output) : output_(output) {}

  // Writes the value of a parameter, or the result, of the function `function`. A parameter of type void without
  // indirection is one that nothing is known about.
  void write(const Value& value, const glbindings::ParamInfo& param, const char* function);

 private:
  void integer(const Value& value, const glbindings::ParamInfo& param);
  void number(const Value& value);
  void enumeration(const Value& value, std::uint16_t group);
  void boolean(bool value);
  void bitmask(std::uint64_t value, std::uint16_t group);
  void array(const Value& value, const glbindings::ParamInfo& param, const char* function);
  void attribute_list(const Value& value, const glbindings::ParamInfo& param);
  void enum_table(std::uint16_t group);
  void enum_of_one(std::uint64_t value, const char* name);
  void tag(Tag tag) { output_.bytes().u8(static_cast<std::uint8_t>(tag)); }

  Output& output_;
  // What the file has the ids of: tables of whole groups, and of single values that their group lacks.
  std::unordered_map<std::uint16_t, std::uint64_t> enums_, bitmasks_;
  std::unordered_map<std::uint64_t, std::uint64_t> single_enums_;
  std::uint64_t boolean_id_ = kNoId;

  static constexpr std::uint64_t kNoId = ~std::uint64_t{0};
};

}  // namespace loaders::apitrace
