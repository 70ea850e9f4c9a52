#include "replay/commands/index.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/commands/file_report.h"
#include "replay/commands/info.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/seek/drawing_reader.h"
#include "replay/session/open_recording.h"
#include "replay/session/trace_facts.h"
#include "replay/session/trace_index.h"

namespace replay {

int run_index(const IndexOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  never_overwrite(options.trace);
  const std::string file = options.output.empty() ? index_file_of(options.trace) : options.output;
  enter_sandbox(options.supervision, {place_of(file)});
  need(check_can_write(file));
  const auto source = open_recording(options.trace, options.limits.loaders);
  if (!source->info().file_size)
    throw CannotJudge(fmt::format("{}: an index is of a file, not of a stream", options.trace));
  const TraceFacts facts = gather_facts(*source);
  const auto passages = std::make_shared<loaders::Passages>();
  passages->collects = true;
  DrawnFrames drawn =
      draw_frames(*open_recording(options.trace, options.limits.loaders, Reading::kAhead, passages), &*passages);
  need(write_whole_file(file, need(index_text(options.trace, info_json(*source, facts), drawn))));
  print_summary("{:<10} {} ({} frames, {} of them can be reached by seeking, {} steps)\n", "index", file, facts.frames,
                drawn.frame_ends.size(), drawn.steps.size());
  return report_file(*source);
}

}  // namespace replay
