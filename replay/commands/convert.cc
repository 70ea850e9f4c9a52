#include "replay/commands/convert.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/session/open_recording.h"
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

// A recording of another format, or one that is to be cut after a frame, is read once before.
void plan(const ConvertOptions& options, loaders::Edit& edit, loaders::RewriteOptions& how) {
  const auto source = open_recording(options.trace, options.limits.loaders);
  const bool is_apitrace = source->info().format == "apitrace";
  if (!is_apitrace) how.lowering = standard_calls(plan_sizes(*source));
  if (options.frame)
    edit.end = end_of_frame(*open_recording(options.trace, options.limits.loaders), *options.frame) + 1;
  if (options.call) edit.end = std::min(edit.end, *options.call + 1);
}

int report(const ConvertOptions& options, const loaders::Rewritten& written) {
  for (const std::string& warning : written.warnings) spdlog::warn("{}", warning);
  fmt::print("{:<10} {} ({} calls)\n", "convert", options.output, written.calls);
  if (!written.damage) return kGood;
  spdlog::error("{}", written.damage->to_string());
  spdlog::error("what comes before has been converted");
  return kCannotJudge;
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  enter_sandbox(options.supervision, {place_of(options.output)});
  if (options.trace == "-")
    throw CannotJudge("a recording that comes through a pipe cannot be converted: it is read twice");
  loaders::Edit edit;
  loaders::RewriteOptions how;
  how.packing = options.packing;
  how.open.limits = options.limits.loaders;
  how.properties = {{"replay.source", std::filesystem::path(options.trace).filename().string()},
                    {"replay.command", command_of(options)}};
  plan(options, edit, how);
  return report(options, need(loaders::rewrite(options.trace, options.output, edit, how)));
}

}  // namespace replay
