// RecordedCalls: what the file says about the call that was found: its text, the calls before it, the sources of its
// program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"

namespace replay {

struct RecordedShader {
  std::string stage;   // "GL_VERTEX_SHADER"
  std::string source;  // the last one that was set before the program was linked
};

struct RecordedCalls {
  std::string text;                     // the call as one line
  std::vector<std::string> before;      // the calls before it, oldest first
  std::vector<RecordedShader> shaders;  // the program's shaders when it was linked, even if they were deleted later
};

// Reads `source` up to call `number`. `program` is the recorded name of the program in use there, or 0.
RecordedCalls read_recorded_calls(loaders::CallSource& source, std::uint64_t number, std::uint32_t program,
                                  std::size_t before);

}  // namespace replay
