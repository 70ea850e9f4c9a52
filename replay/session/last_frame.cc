#include "replay/session/last_frame.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"
#include "replay/session/open_recording.h"
#include "replay/session/trace_facts.h"

namespace replay {

LastFrame find_last_frame(const std::string& trace, const loaders::Limits& limits) {
  const auto source = open_recording(trace, limits);
  if (!source->info().file_size)
    throw CannotJudge(fmt::format("{}: the last frame needs a file, a stream can be read once", trace));
  const TraceFacts facts = gather_facts(*source);
  if (facts.frames == 0) throw CannotJudge(fmt::format("{}: it has no frame", trace));
  return {.number = facts.frames - 1, .call = facts.end_of_last_frame, .error = source->error()};
}

}  // namespace replay
