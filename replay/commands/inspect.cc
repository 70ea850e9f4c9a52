#include "replay/commands/inspect.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/scratch_folder.h"
#include "replay/base/whole_file.h"
#include "replay/commands/inspect_side.h"
#include "replay/commands/inspect_sides.h"
#include "replay/inspect/page_writer.h"
#include "replay/process/sandbox.h"
#include "replay/process/signals.h"
#include "replay/process/supervise.h"

namespace replay {

int run_inspect(const InspectOptions& options) {
  if (options.sides) return run_inspect_sides(options);
  if (needs_child(options.supervision)) return supervise(options.supervision);
  never_overwrite(options.trace);
  PagePlace place(options.output);
  const ScratchFolder scratch;
  std::vector<std::filesystem::path> writable = place.writable();
  writable.push_back(scratch.path());
  enter_sandbox(options.supervision, std::move(writable));
  const LastWill will([&](const Ending& ending) {
    char space[32];
    scratch.remove();
    place.remove_unfinished();
    spdlog::error("{}: nothing was written, because of {}", options.output, name_of_signal(ending.signal, space));
    return static_cast<int>(kCannotJudge);
  });
  PageFile page(scratch.path());
  const auto [replay, writes] = inspect_frame(options, page);
  const std::string trace = std::filesystem::path(options.trace).filename().string();
  const WrittenPage written =
      write_page(place, fmt::format("{}, frame {}", trace, replay.frame), {{"", scratch.path()}});
  print_summary("{:<10} {} (frame {}, {} calls that draw, {} bytes{})\n", "inspect", place.page().string(),
                replay.frame, writes, written.bytes,
                written.is_one_file ? "" : ", with the files in " + place.data().string());
  if (!replay.error) return kGood;
  spdlog::error("{}; the page has the calls before", replay.error->to_string());
  return kCannotJudge;
}

}  // namespace replay
