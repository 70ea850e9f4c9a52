#include "replay/commands/convert.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/reading_progress.h"
#include "replay/commands/unfinished.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/session/open_recording.h"
#include "replay/session/stored_stream.h"
#include "replay/standard_calls/standard_calls.h"

namespace replay {
namespace {

// The number of the call that ends frame `wanted`.
std::uint64_t end_of_frame(loaders::CallSource& source, std::uint64_t wanted) {
  loaders::Batch batch;
  std::uint64_t frames = 0;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      if (call.is(loaders::kEndsFrame) && frames++ == wanted) return call.number;
    }
  }
  throw CannotJudge(fmt::format("there is no frame {}: the recording has {}", wanted, frames));
}

// What was asked for, for whoever finds the file later. Only the options that decide what is in the file.
std::string command_of(const ConvertOptions& options) {
  std::string command = "convert";
  if (options.frame) command += fmt::format(" --frame {}", *options.frame);
  if (options.call) command += fmt::format(" --call {}", *options.call);
  return command;
}

std::uint64_t end_of(const ConvertOptions& options, const std::string& trace) {
  std::uint64_t end = UINT64_MAX;
  if (options.frame) end = end_of_frame(*open_recording(trace, options.limits.loaders), *options.frame) + 1;
  return options.call ? std::min(end, *options.call + 1) : end;
}

int report(const ConvertOptions& options, const loaders::Rewritten& written) {
  for (const std::string& warning : written.warnings) spdlog::warn("{}", warning);
  print_summary("{:<10} {} ({} calls)\n", "convert", options.output, written.calls);
  if (!written.damage) return kGood;
  spdlog::error("{}", written.damage->to_string());
  spdlog::error("what comes before has been converted");
  return kCannotJudge;
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  const std::string trace = stored_stream(options.trace);
  enter_sandbox(options.supervision, {place_of(options.output)});
  const LastWill will = removes_unfinished(options.output);
  loaders::Edit edit;
  edit.end = end_of(options, trace);
  loaders::RewriteOptions how;
  how.packing = options.packing;
  how.open.limits = options.limits.loaders;
  how.open.on_read = reading_progress(trace);
  how.properties = {{"replay.source", std::filesystem::path(options.trace).filename().string()},
                    {"replay.command", command_of(options)}};
  how.lowering = standard_calls_of(trace, options.limits.loaders);
  return report(options, need(loaders::rewrite(trace, options.output, edit, how)));
}

}  // namespace replay
