#include "replay/commands/trim.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/commands/unfinished.h"
#include "replay/process/confined_step.h"
#include "replay/session/last_frame.h"
#include "replay/session/stored_stream.h"
#include "replay/trim/trim.h"

namespace replay {
namespace {

// What reads the recording is confined, under --sandbox.
CallRange last_frame_of(const std::string& trace, const TrimOptions& options) {
  const auto number = answer_of<std::uint64_t>(
      options.supervision, [&]() -> nlohmann::json { return find_last_frame(trace, options.limits.loaders).number; });
  return {.first = number, .last = number};
}

}  // namespace

int run_trim(const TrimOptions& options) {
  never_overwrite(options.trace);
  const std::string trace = stored_stream(options.trace);
  const std::optional<CallRange> frames = options.last_frame ? last_frame_of(trace, options) : options.frames;
  const TrimJob job{.trace = trace,
                    .name = std::filesystem::path(options.trace).filename().string(),
                    .output = options.output,
                    .wanted = {.frames = frames, .calls = options.calls},
                    .packing = options.packing,
                    .verifies = options.verifies,
                    .limits = options.limits,
                    .supervision = options.supervision,
                    .replay_arguments = options.replay_arguments};
  const LastWill will = removes_unfinished(options.output);
  const Trimmed trimmed = trim(job);
  std::error_code no_file;
  const auto bytes = std::filesystem::file_size(options.output, no_file);
  print_summary("{:<10} {} ({} of {} calls{})\n", "trimmed", options.output, trimmed.calls, trimmed.calls_before,
                no_file ? "" : fmt::format(", {} bytes", bytes));
  if (frames && frames->first != trimmed.first_frame)
    print_summary("{:<10} {} is frame {} there\n", "frame", frames->first, trimmed.first_frame);
  if (options.verifies) print_summary("{:<10} {} the same as before\n", "pictures", trimmed.pictures);
  return kGood;
}

}  // namespace replay
