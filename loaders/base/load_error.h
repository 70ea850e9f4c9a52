// LoadError: what is wrong with a file, where, and what was expected there.
#pragma once

#include <cstdint>
#include <string>

#include "loaders/base/result.h"

namespace loaders {

struct LoadError {
  Damage damage = Damage::kCorrupt;
  std::uint64_t offset = 0;  // byte offset of the record in the stream that `section` names
  // Number of the call that could not be read, which is the number of complete calls before it.
  std::uint64_t call = 0;
  std::string file;
  std::string section;  // where in the format: "header", "call of glBufferData"; empty: the file as a whole
  std::string problem;  // a sentence without its full stop: "array of 4000000000 elements, 17 bytes left"

  // "trace.wip15: byte 1234, call 56, call of glBufferData: array of ..."
  std::string to_string() const;
};

}  // namespace loaders
