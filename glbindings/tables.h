// The tables that the generator writes (signatures.cc, enum_names.cc). Only signature.cc and gl_names.cc use them.
#pragma once

#include <cstdint>
#include <span>

#include "glbindings/gl_names.h"
#include "glbindings/signature.h"

namespace glbindings::tables {

// The signatures by FunctionId. The ids are in the byte order of the names, so this table is also the index by name.
extern const std::span<const Signature> kSignatures;

// The names of each group, by group number and then ascending by value. Group 0 is empty.
extern const std::span<const std::span<const EnumName>> kGroups;

// The best name of each value, ascending by value. Values that are too small to mean anything without a group are
// left out.
extern const std::span<const EnumName> kAnywhere;

}  // namespace glbindings::tables
