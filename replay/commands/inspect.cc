#include "replay/commands/inspect.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <string>

#include "loaders/container/output_file.h"
#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/scratch_folder.h"
#include "replay/base/whole_file.h"
#include "replay/inspect/frame_inspector.h"
#include "replay/inspect/frame_replay.h"
#include "replay/process/sandbox.h"
#include "replay/process/signals.h"
#include "replay/process/supervise.h"

namespace replay {

int run_inspect(const InspectOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  never_overwrite(options.trace);
  const ScratchFolder scratch;
  enter_sandbox(options.supervision, {place_of(options.output), scratch.path()});
  const LastWill will([output = options.output, &scratch](const Ending& ending) {
    char space[32];
    scratch.remove();
    loaders::OutputFile::remove_unfinished(output);
    spdlog::error("{}: nothing was written, because of {}", output, name_of_signal(ending.signal, space));
    return static_cast<int>(kCannotJudge);
  });
  PageFile page(scratch.path());
  FrameInspector inspector(page);
  const FrameRequest request{
      .trace = options.trace, .frame = options.frame, .limits = options.limits, .seek = options.seek};
  const FrameReplay replay = replay_frame(request, [&](Dispatcher& d, const auto& functions, const WatchedCall& seen) {
    inspector.take(d, functions, seen);
  });
  const std::string trace = std::filesystem::path(options.trace).filename().string();
  page.add_line(
      {"about",
       {{"trace", trace}, {"frame", replay.frame}, {"renderer", replay.renderer}, {"version", replay.version}}});
  page.write(options.output, fmt::format("{}, frame {}", trace, replay.frame));
  std::error_code none;
  const auto bytes = std::filesystem::file_size(options.output, none);
  print_out("{:<10} {} (frame {}, {} calls that draw{})\n", "inspect", options.output, replay.frame, inspector.writes(),
            none ? "" : fmt::format(", {} bytes", bytes));
  if (!replay.error) return kGood;
  spdlog::error("{}; the page has the calls before", replay.error->to_string());
  return kCannotJudge;
}

}  // namespace replay
