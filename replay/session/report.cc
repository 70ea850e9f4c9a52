#include "replay/session/report.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/printable.h"
#include "replay/base/whole_file.h"
#include "replay/observe/driver_check.h"
#include "replay/process/last_call.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"

namespace replay {
namespace {

constexpr std::size_t kMaxProblems = 10;  // the number of problems that are logged; --json has all

// What was seen to be wrong stays wrong, even if results were lost: a bad commit must not be skipped because a disk is
// full. Only a corrupt file is more important, since what it draws says nothing about the driver.
int exit_code(const ReplayOptions& options, const Summary& summary) {
  if (summary.file_error && summary.file_error->damage == loaders::Damage::kCorrupt) return kCannotJudge;
  if (summary.judgement && !summary.judgement->good) return summary.lacks_something() ? kCannotJudge : kDiffers;
  if (summary.self_check && summary.self_check->failed_checks > 0) return kDiffers;
  if ((options.strict || options.self_check) && summary.draws_nothing()) return kCannotJudge;
  if (options.strict && !summary.is_clean()) return kDiffers;
  if (options.strict && summary.file_error) return kCannotJudge;
  if (!options.expect.empty() && !summary.judgement) return kCannotJudge;
  return summary.picture_problems.empty() ? kGood : kCannotJudge;
}

// A driver that is not the required one may crash in the first frame, before the replay has checked which driver it is.
Culprit culprit_of(const ReplayOptions& options, const Summary& summary, const Ending& ending) {
  const bool is_other =
      summary.driver && !is_required_driver(*summary.driver, options.require_renderer, options.require_version);
  return ending.culprit == Culprit::kDriver && is_other ? Culprit::kOtherDriver : ending.culprit;
}

Interruption interruption_of(const Ending& ending) {
  char name[32];
  const LastCallPage& page = last_call_page();
  Interruption interruption{.by = ending.signal != 0 ? name_of_signal(ending.signal, name) : "the driver called exit()",
                            .crash = ending.crash,
                            .culprit = ending.culprit,
                            .where = describe(page),
                            .last_calls = {}};
  if (page.phase == LastCallPage::kReplaying) interruption.last_calls = page.calls.entries();
  return interruption;
}

void log(const Interruption& interruption) {
  spdlog::error("{}", to_string(interruption));
  if (const std::string before = calls_before(last_call_page()); !before.empty())
    spdlog::info("the calls before: {}", before);
}

// Somebody who judges the pictures may not know that calls were left out.
void log_seeking(const Summary& summary) {
  if (summary.left_out == 0) return;
  spdlog::info(
      "seeking left out {} calls that cannot reach the pictures. A driver that goes wrong in these calls, or because "
      "of them, looks "
      "right. --no-seek makes every call",
      summary.left_out);
}

void log(const Summary& summary) {
  log_seeking(summary);
  if (summary.interruption && !is_supervised()) log(*summary.interruption);  // otherwise the parent logs it
  for (const std::string& warning : summary.warnings) spdlog::warn("{}", warning);
  const auto& problems = summary.picture_problems;  // on a full disk they are the same for every picture
  for (std::size_t i = 0; i < problems.size() && i < kMaxProblems; ++i) spdlog::error("{}", problems[i]);
  if (problems.size() > kMaxProblems) spdlog::error("and {} more of this kind", problems.size() - kMaxProblems);
  if (summary.draws_nothing()) spdlog::warn("nothing to draw: no GL context becomes current in the recording");
  if (!summary.file_error) return;
  if (summary.file_error->damage == loaders::Damage::kCut) {
    spdlog::warn("{}; the {} calls before are replayed", summary.file_error->to_string(), summary.calls);
  } else {
    spdlog::error("{}", summary.file_error->to_string());
  }
}

// Whether a picture or the state of GL goes there.
bool is_on_standard_output(const ReplayOptions& options) {
  return options.output == Film::kStandardOutput || (!options.states.empty() && options.state_file == "-");
}

// Scripts read hashes or JSON from standard output, so nothing else is written there.
void print(const ReplayOptions& options, const Summary& summary) {
  std::FILE* text_to = options.hash || options.json == "-" || is_on_standard_output(options) ? stderr : stdout;
  if (spdlog::should_log(spdlog::level::info)) {
    std::string text = to_text(summary);
    make_printable(text);
    clear_progress();
    std::fputs(text.c_str(), text_to);  // does not throw at a closed pipe, which main() reports
  }
  if (options.json.empty()) return;
  const std::string json = json_text(to_json(summary));
  if (options.json == "-") {
    print_out("{}", json);
    return;
  }
  need(write_whole_file(options.json, json));
}

}  // namespace

std::vector<std::filesystem::path> places_of_results(const ReplayOptions& options) {
  namespace fs = std::filesystem;
  std::vector<fs::path> places;
  std::error_code no_name;  // too long, for one: who writes there reports it
  if (options.writes_pictures() || !options.expect.empty()) {
    if (options.output.empty()) places.emplace_back(".");
    else if (options.output != Film::kStandardOutput)
      places.push_back(fs::is_directory(options.output, no_name) ? fs::path(options.output) : place_of(options.output));
  }
  for (const std::string& file :
       {options.json, options.profile_trace, options.states.empty() ? "" : options.state_file}) {
    if (!file.empty() && file != "-") places.push_back(place_of(file));
  }
  for (const std::string& folder : {options.state_pictures, options.state_files}) {
    if (folder.empty()) continue;
    need(make_folder(folder));
    places.emplace_back(folder);
  }
  return places;
}

void name_missing_pictures(const ReplayOptions& options, Summary& summary) {
  if (!summary.picture_problems.empty()) return;
  const auto name = [&](std::optional<std::uint64_t> number, const char* word, std::uint64_t count) {
    summary.picture_problems.push_back(fmt::format("no picture of {} {}: the recording has {} {}s", word,
                                                   number ? std::to_string(*number) : "as asked for", count, word));
  };
  const auto is_taken = [&](Snapshot::Of of, std::optional<std::uint64_t> number) {
    return std::any_of(summary.snapshots.begin(), summary.snapshots.end(), [&](const Snapshot& snapshot) {
      return snapshot.of == of && (!number || snapshot.number == *number);
    });
  };
  const auto last_frame = options.frames.last(), call = options.calls.only();
  const bool frame_is_there =
      options.frames.empty() || (options.calls.empty() ? is_taken(Snapshot::Of::kFrame, last_frame)
                                                       : !last_frame || *last_frame < summary.frames);
  if (!frame_is_there) {
    name(last_frame, "frame", summary.frames);
  } else if (call && !is_taken(Snapshot::Of::kCall, call)) {
    if (options.frames.empty() || *call >= summary.calls) name(call, "call", summary.calls);
    else summary.picture_problems.push_back(fmt::format("no picture of call {}: no such frame has it", *call));
  } else if (!options.marks.empty() && summary.snapshots.empty()) {
    summary.picture_problems.push_back("no mark of the recording has such a name");
  }
}

int finish(const ReplayOptions& options, Summary& summary, const loaders::Status& played) {
  summary.fatal = !played;
  log(summary);
  if (!played) spdlog::error("{}", played.error().problem);
  summary.exit_code = played ? exit_code(options, summary) : kCannotJudge;
  print(options, summary);
  return summary.exit_code;
}

int finish_interrupted(const ReplayOptions& options, Summary& summary, Ending ending) {
  ending.culprit = culprit_of(options, summary, ending);
  last_call_page().culprit = ending.culprit;  // the parent reads this
  const bool says_something_of_the_driver =
      ending.crash && ending.culprit == Culprit::kDriver && ending.signal != 0 && ending.signal != SIGXCPU;
  summary.interruption = interruption_of(ending);
  summary.fatal = true;
  summary.exit_code =
      says_something_of_the_driver && options.supervision.crash == CrashVerdict::kBad ? kDiffers : kCannotJudge;
  try {
    log(summary);
    print(options, summary);
  } catch (const CannotJudge& problem) {
    spdlog::error("{}", problem.what());
    summary.exit_code = kCannotJudge;
  }
  if (std::fflush(stdout) != 0) return kCannotJudge;
  return summary.exit_code;
}

}  // namespace replay
