#include "replay/session/open_recording.h"

#include <utility>

#include "loaders/open.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/reading_progress.h"

namespace replay {

std::unique_ptr<loaders::CallSource> open_recording(const std::string& trace, const loaders::Limits& limits,
                                                    Reading reading, std::shared_ptr<loaders::Passages> passages) {
  loaders::OpenResult opened = loaders::open_trace(trace, {.limits = limits,
                                                           .may_unpack_ahead = reading == Reading::kAhead,
                                                           .passages = std::move(passages),
                                                           .on_read = reading_progress(trace)});
  if (!opened) throw CannotJudge(opened.error().to_string());
  return *std::move(opened);
}

}  // namespace replay
