// The plan of a bisection: the drawing calls of a recording, and which of them should be followed by a comparison.
// The plan is made by reading the file, without a driver.
//
// What a call draws wrongly stays in its framebuffer until another call removes it. A *checkpoint* is the last
// drawing call before each call that may remove something: a clear, a swap, a change of framebuffer or context, new
// storage for an attachment or its deletion. Comparing only after checkpoints finds every difference except those
// that later calls painted over before the next checkpoint. A fault of a driver usually shows first where the
// recording draws in a new way: with another program, framebuffer or primitive, or with another setting of blending,
// depth, stencil and the like. Such a call is of a *new kind*.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/stream/call_source.h"

namespace replay {

struct DrawingCall {
  std::uint64_t number = 0;
  std::uint64_t frame = 0;
  bool checkpoint = false;
  bool new_kind = false;
  bool is_last_of_frame = false;
};

// Returns the drawing calls in the order of the file, one entry per call number. What is drawn between glBegin and
// glEnd counts for glEnd; what a display list compiles counts where the list is called. Calls that write a texture or
// a buffer instead of a framebuffer (dispatches, copies, mipmaps, the end of transform feedback) are drawing calls
// and checkpoints.
std::vector<DrawingCall> plan_draws(loaders::CallSource& source);

}  // namespace replay
