#include "replay/shrink/shrink_input.h"

#include <cstdlib>
#include <system_error>

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/session/open_recording.h"
#include "replay/standard_calls/standard_calls.h"

namespace replay {

ScratchFolder::ScratchFolder() {
  std::error_code none;
  std::string name = (std::filesystem::temp_directory_path(none) / "replay-shrink-XXXXXX").string();
  if (none || ::mkdtemp(name.data()) == nullptr) throw CannotJudge(name + ": cannot be made");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ShrinkInput::ShrinkInput(const std::string& trace, const loaders::Limits& limits) : path_(trace) {
  const auto source = open_recording(trace, limits);
  if (source->info().format == "apitrace") return;
  path_ = folder_.emplace().path() / "converted.trace";
  loaders::RewriteOptions how{.lowering = standard_calls_of(trace, limits)};
  how.open.limits = limits;
  need(loaders::rewrite(trace, path_, {}, how));
}

}  // namespace replay
