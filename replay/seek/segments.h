// Segments: parts of a recording of which a replay to a picture needs all calls, or none.
//
// A frame that draws nothing lasting still sets state, fills buffers, makes and deletes objects. What it sets does not
// matter when a later frame sets the same again before anything reads it. This is the elimination of dead stores, as
// compilers do it, with segments of a few thousand calls in place of single ones: a segment is a batch of the loader,
// so that it is a whole frame where frames are short, or a few batches, where what one pushes is popped in another.
//
//   segment 0   makes a program, sets a uniform      kept: the program lasts
//   segment 1   draws, sets the uniform              idle: segment 2 sets the uniform again
//   segment 2   draws, sets the uniform              kept: the next one finds the uniform
//   segment 3   draws  <- picture                    live
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "glbindings/function_id.h"
#include "loaders/container/passages.h"
#include "replay/base/call_set.h"
#include "replay/seek/call_places.h"
#include "replay/seek/liveness.h"

namespace replay {

struct Segment {
  static constexpr std::uint32_t kForEver = UINT32_MAX;

  CallRun calls = kNoCalls;
  std::uint64_t frames = 0;  // that have ended when it has
  // The number of the last segment that may find something as this one has left it. 0: none does.
  std::uint32_t until = 0;
  // The number of the last segment that may find the raster position that this one has set. GL computes it from all
  // state, so this one is live where that one is. 0: none does.
  std::uint32_t raster_until = 0;
  bool is_live = false;  // it reads what others have set, and always has to be made
  bool is_kept = false;  // it always has to be made. What it reads is in `needs`
  // The function of the call because of which it is live or kept.
  glbindings::FunctionId why = glbindings::FunctionId::kUnknown;
  std::optional<loaders::StreamPlace> end{};  // none: a reader cannot go on there
  std::vector<std::uint32_t> needs{};         // earlier segments that have to be made where this one is. Sorted
  // Calls of earlier segments that choose what the calls of this one are about, such as glActiveTexture. They are made
  // where this one is, even where nothing else of their segments is.
  std::vector<CallPlace> carried{};
};

// Notes in `dead` which calls need not be made, and which need not be read, on the way to pictures of `frames`.
// `chunks` are those of the recording's container, none where parts of it cannot be passed over.
void leave_out_segments(std::span<const Segment> segments, std::span<const loaders::PackedChunk> chunks,
                        const CallSet& frames, DeadCalls& dead);

}  // namespace replay
