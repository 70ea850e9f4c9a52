// The tables that the generator writes (signatures.cc, enum_names.cc). Only signature.cc and gl_names.cc use them.
#pragma once

#include <cstdint>
#include <span>

#include "glbindings/signature.h"

namespace glbindings::tables {

struct EnumName {
  std::uint64_t value;
  const char* name;
};

// By FunctionId. The ids are in the order of the names (bytes), so this table is also the index by name.
extern const std::span<const Signature> kSignatures;

// By group number; each group ascending by value. Group 0 is empty.
extern const std::span<const std::span<const EnumName>> kGroups;

// The best name of each value that is not too small to mean anything without a group, ascending.
extern const std::span<const EnumName> kAnywhere;

}  // namespace glbindings::tables
