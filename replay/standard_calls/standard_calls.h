// StandardCalls: recordings of WIP15 and WTF as calls that a program could have made itself, with GL, GLX and EGL.
//
//     loaders::RewriteOptions options;
//     options.lowering = standard_calls_of(trace, limits);
//
// Both formats say things beside the calls of GL, which our loaders turn into functions of their own
// (glbindings/non_registry.py). Other tools know none of these, so they become:
//
//   replayUniformLocation and the like            queries with the recorded results
//   replayBufferContents                          memcpy into the mapped buffer, or an upload
//   replayDrawableSize, wip15DrawableSize         the size as apitrace's tracer gives it (window_sizes.h)
//   replayCreateCanvas, Bind, Present             EGL contexts, surfaces, swaps and clears (canvases.h)
//   replayZeroBuffer, replayZeroRenderbuffer      uploads of zeros, clears
//   replayGuardedDraw...                          the draw if its arrays are long enough for the program, or nothing
//   replayMark                                    glStringMarkerGREMEDY
//   replayFrameEnd                                glFrameTerminatorGREMEDY
//   replayBacktrace                               stays: writers give it to the call after it
//   events, checks of the tracer                  nothing
//   calls with an address where an array should   nothing: WIP15's tracers do not record what some functions write, and
//     be                                          no replay can make these calls
//
// Images that are shorter than what GL reads are completed (images.h). All other calls stay what they are. Calls that
// are made up have the flag kFake.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "loaders/rewrite.h"
#include "replay/standard_calls/active_attributes.h"
#include "replay/standard_calls/buffer_mappings.h"
#include "replay/standard_calls/canvases.h"
#include "replay/standard_calls/images.h"
#include "replay/standard_calls/size_plan.h"
#include "replay/standard_calls/window_sizes.h"

namespace replay {

class StandardCalls {
 public:
  explicit StandardCalls(SizePlan sizes) : sizes_(std::move(sizes)) {}

  // Appends what the recorded calls `calls` become. The state of earlier calls is remembered, so all calls of a
  // recording that stay have to pass, in their order. What is appended has its values where `calls` has them, or in
  // `memory`.
  void lower(std::span<const loaders::Call> calls, loaders::Arena& memory, std::vector<loaders::Call>& lowered);

 private:
  void lower(const loaders::Call& call, CallMaker& maker);
  void keep(loaders::Call call, CallMaker& maker);
  void guarded_draw(const loaders::Call& call, CallMaker& maker);
  void zero_buffer(const loaders::Call& call, CallMaker& maker);
  void mark(const loaders::Call& call, CallMaker& maker);

  WindowSizes sizes_;
  Canvases canvases_;
  BufferMappings mappings_;
  ActiveAttributes attributes_;
  Images images_;
  std::uint32_t renderbuffer_format_ = 0;  // of the last glRenderbufferStorage
};

// The same as what loaders::rewrite() takes.
loaders::Lowering standard_calls(SizePlan sizes);

// What rewrite() needs for this recording: nothing for one of apitrace, and otherwise what standard_calls() gives; the
// recording is read once for that. Throws CannotJudge when it cannot be opened.
loaders::Lowering standard_calls_of(const std::string& trace, const loaders::Limits& limits);

}  // namespace replay
