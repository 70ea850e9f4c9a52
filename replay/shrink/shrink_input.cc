#include "replay/shrink/shrink_input.h"

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/session/open_recording.h"
#include "replay/standard_calls/standard_calls.h"

namespace replay {

ShrinkInput::ShrinkInput(const std::string& trace, const loaders::Limits& limits) : path_(trace) {
  const auto source = open_recording(trace, limits);
  if (source->info().format == "apitrace") return;
  path_ = folder_.emplace().path() / "converted.trace";
  loaders::RewriteOptions how{.lowering = standard_calls_of(trace, limits)};
  how.open.limits = limits;
  need(loaders::rewrite(trace, path_, {}, how));
}

}  // namespace replay
