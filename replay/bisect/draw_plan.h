// DrawPlan: the drawing calls of a recording, and after which of them to look. Found by reading the file, without a driver.
//
// What one call draws wrongly stays in its framebuffer until something takes it away. A *checkpoint* is the last drawing call
// before each call that may: clears, swaps, a change of framebuffer or context, new storage or deletion of what is attached.
// Looking only there sees every difference except those that later calls of the same stretch painted over. Of these a driver's
// fault makes the first where a way of drawing comes up for the first time: another program, framebuffer, primitive, another
// setting of blending, depth, stencil and their like. Such a call is one of a *new kind*.
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
};

// In the order of the file, one entry per call number. What is drawn between glBegin and glEnd counts for glEnd; what a display
// list compiles counts where it is called. Calls that write a texture or a buffer instead of a framebuffer (dispatches, copies,
// mipmaps, the end of transform feedback) are drawing calls and checkpoints.
std::vector<DrawingCall> plan_draws(loaders::CallSource& source);

}  // namespace replay
