// Where a call leaves its result: told from the function alone, for the plan (which calls to look at) and for the reading.
#pragma once

#include <cstdint>

#include "glbindings/function_id.h"

namespace replay {

struct Writes {
  enum class Into : std::uint8_t {
    kNothing,          // that can be looked at
    kFramebuffer,      // the one that is bound for drawing; shaders may write memory beside
    kNamed,            // the framebuffer that `argument` names
    kBoundTexture,     // the texture that is bound to the target of `argument`
    kTexture,          // the texture that `argument` names
    kMemory,           // what compute shaders have bound to write to: images, storage buffers, counters
    kFeedbackBuffers,  // of transform feedback
  } into = Into::kNothing;
  int argument = 0;
  int level = -1;  // argument; -1: all levels

  // What follows in the same framebuffer keeps it, more or less; anything else is gone with the next call of its kind.
  bool stays() const { return into == Into::kFramebuffer; }
};

Writes writes_of(glbindings::FunctionId function);

}  // namespace replay
