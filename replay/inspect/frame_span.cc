#include "replay/inspect/frame_span.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/base/cannot_judge.h"
#include "replay/calls/draw_call.h"

namespace replay {

FrameSpan find_frame_span(loaders::CallSource& source, std::uint64_t frame) {
  FrameSpan span{.first = UINT64_MAX, .error = {}};
  std::uint64_t at = 0;
  loaders::Batch batch;
  while (at <= frame && source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      if (at == frame) {
        span.first = std::min(span.first, call.number);
        span.last = std::max(span.last, call.number);
        if (draw_call_of(call)) ++span.draws;
      }
      if (call.is(loaders::kEndsFrame) && ++at > frame) return span;
    }
  }
  if (source.error()) span.error = source.error();
  // Without any swap all calls are one frame. Calls behind the last swap are none.
  const bool is_a_frame = frame == 0 || span.error;
  if (span.first > span.last || !is_a_frame) {
    throw CannotJudge(span.error ? span.error->to_string()
                                 : fmt::format("there is no frame {}: the recording has {}", frame, at));
  }
  return span;
}

}  // namespace replay
