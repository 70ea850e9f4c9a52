#include "replay/shrink/shrink_input.h"

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/session/open_recording.h"
#include "replay/session/stored_stream.h"
#include "replay/standard_calls/standard_calls.h"

namespace replay {

ShrinkInput::ShrinkInput(const std::string& trace, const loaders::Limits& limits)
    : original_(stored_stream(trace)),
      path_(original_) {
  const auto source = open_recording(original_, limits);
  if (source->info().format == "apitrace") return;
  path_ = folder_.emplace().path() / "converted.trace";
  loaders::RewriteOptions how{.lowering = standard_calls_of(original_, limits)};
  how.open.limits = limits;
  need(loaders::rewrite(original_, path_, {}, how));
}

}  // namespace replay
