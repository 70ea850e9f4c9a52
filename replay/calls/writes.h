// Writes: where a call leaves its result. The function alone decides this. The plan needs it to choose the calls to
// compare after, and the read-back needs it to choose what to read.
#pragma once

#include <cstdint>

#include "glbindings/function_id.h"

namespace replay {

struct Writes {
  enum class Into : std::uint8_t {
    kNothing,          // nothing that can be read back
    kFramebuffer,      // the framebuffer that is bound for drawing; shaders may write memory as well
    kNamed,            // the framebuffer that `argument` names
    kBoundTexture,     // the texture that is bound to the target of `argument`
    kTexture,          // the texture that `argument` names
    kMemory,           // what is bound for compute shaders to write to: images, storage buffers, counters
    kFeedbackBuffers,  // the buffers of transform feedback
  } into = Into::kNothing;
  int argument = 0;
  int level = -1;  // which argument is the level; -1 stands for all levels

  // Whether the result mostly survives later calls of the same kind. Drawing into a framebuffer does; a texture or a
  // buffer may be overwritten by the next call.
  bool stays() const { return into == Into::kFramebuffer; }
};

Writes writes_of(glbindings::FunctionId function);

}  // namespace replay
