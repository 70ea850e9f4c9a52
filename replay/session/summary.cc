#include "replay/session/summary.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "glbindings/gl_names.h"
#include "replay/seek/guesses_json.h"

namespace replay {
namespace {

using Out = std::back_insert_iterator<std::string>;

// The groups of the registry do not separate errors from other enums of the same value.
std::string error_name(std::uint32_t error) {
  const std::string_view name = gl_error_name(error);
  return name.empty() ? fmt::format("{:#06x}", error) : std::string(name);
}

void add_errors(std::vector<Summary::Error>& errors, const GlErrors::Findings& findings,
                const loaders::FunctionTable& functions) {
  for (const auto& [key, finding] : findings) {
    const std::string& function = functions[key.second].name;
    const auto known = std::find_if(errors.begin(), errors.end(), [&](const Summary::Error& entry) {
      return entry.function == function && entry.error == key.first;
    });
    if (known != errors.end()) known->finding.add(finding);
    else errors.push_back({function, key.first, finding});
  }
  std::sort(errors.begin(), errors.end(), [](const Summary::Error& a, const Summary::Error& b) {
    return a.finding.first_call < b.finding.first_call;
  });
}

nlohmann::json errors_json(const std::vector<Summary::Error>& errors) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& error : errors) {
    list.push_back({{"function", error.function},
                    {"error", error_name(error.error)},
                    {"count", error.finding.count},
                    {"first_call", error.finding.first_call}});
    if (error.known) list.back()["known"] = true;
  }
  return list;
}

double calls_per_second(const Summary& summary) {
  return summary.seconds > 0 ? static_cast<double>(summary.calls) / summary.seconds : 0;
}

void skipped_text(const Summary& summary, Out out) {
  for (const auto& skipped : summary.skipped) {
    fmt::format_to(out, "skipped    {} x{}: {} (first at call {})\n", skipped.function, skipped.count.count,
                   skip_reason(skipped.reason), skipped.count.first_call);
  }
}

void errors_text(const Summary& summary, Out out) {
  const auto line = [&](const Summary::Error& error, const char* what) {
    fmt::format_to(out, "GL error   {} x{}: {} {}{} (first at call {})\n", error.function, error.finding.count,
                   error_name(error.error), what, error.known ? ", a known one" : "", error.finding.first_call);
  };
  for (const auto& error : summary.errors) line(error, "that the recording did not have");
  for (const auto& error : summary.unasked_errors) line(error, "after which the recorded program did not ask");
  if (summary.vanished_errors > 0 && summary.left_out == 0) {  // otherwise their calls may be left out
    fmt::format_to(out, "GL errors  {} of the recording did not occur\n", summary.vanished_errors);
  }
}

void memory_text(const Summary& summary, Out out) {
  if (summary.out_of_memory.count == 0) return;
  fmt::format_to(out, "memory     the driver ran out of it x{}: pictures may lack something (first at call {})\n",
                 summary.out_of_memory.count, summary.out_of_memory.first_call);
}

void self_check_text(const SelfCheckResult& result, Out out) {
  for (const auto& failure : result.failures) {
    fmt::format_to(out, "self-check {}: failed at call {}: {}\n", failure.test, failure.call, failure.what);
  }
  fmt::format_to(out, "self-check {} tests, {} failed; {} checks passed, {} failed, {} not checked\n", result.tests,
                 result.failed_tests, result.passed_checks, result.failed_checks, result.not_checked);
}

// Only the first few are shown: a single regression gives contradictions in every frame.
void returns_text(const RecordedReturnsResult& result, Out out) {
  constexpr std::size_t kMaxShown = 20;
  for (std::size_t i = 0; i < result.contradictions.size() && i < kMaxShown; ++i) {
    const auto& contradiction = result.contradictions[i];
    fmt::format_to(out, "contradicts call {} {}: {}\n", contradiction.call, contradiction.function, contradiction.what);
  }
  fmt::format_to(out, "recorded   {} returned values compared, {} contradicted\n", result.compared,
                 result.contradicted);
}

}  // namespace

void Summary::add_run(const Dispatcher& dispatcher, const loaders::FunctionTable& functions) {
  for (const auto& [key, count] : dispatcher.skips.counts()) {
    const std::string& function = functions[key.second].name;
    const auto known = std::find_if(skipped.begin(), skipped.end(), [&](const Skipped& entry) {
      return entry.function == function && entry.reason == key.first;
    });
    if (known != skipped.end()) known->count.add(count);
    else skipped.push_back({function, key.first, count});
  }
  add_errors(errors, dispatcher.errors.findings(), functions);
  add_errors(unasked_errors, dispatcher.errors.unasked(), functions);
  vanished_errors += dispatcher.vanished_errors;
  const GlErrors::Finding& memory = dispatcher.errors.out_of_memory();
  if (out_of_memory.count == 0) out_of_memory.first_call = memory.first_call;
  out_of_memory.count += memory.count;
  std::sort(skipped.begin(), skipped.end(),
            [](const Skipped& a, const Skipped& b) { return a.count.first_call < b.count.first_call; });
}

void Summary::mark_known(const KnownErrors& good) {
  errors_are_known = true;
  for (auto* list : {&errors, &unasked_errors}) {
    for (Error& error : *list) error.known = good.has(error.function, error_name(error.error), error.finding.count);
  }
}

bool Summary::lacks_something() const {
  return out_of_memory.count > 0 ||
         std::any_of(skipped.begin(), skipped.end(), [](const Skipped& entry) { return is_by_limit(entry.reason); });
}

bool Summary::is_clean() const {
  const auto is_news = [](const Error& error) { return !error.known; };
  const auto counts = [&](const Error& error) {
    return is_news(error) && (errors_are_known || error.error == GL_OUT_OF_MEMORY || error.error == GL_CONTEXT_LOST);
  };
  if (recorded_returns && recorded_returns->contradicted > 0) return false;
  return std::none_of(errors.begin(), errors.end(), is_news) &&
         std::none_of(unasked_errors.begin(), unasked_errors.end(), counts) &&
         std::all_of(skipped.begin(), skipped.end(), [](const Skipped& entry) { return is_harmless(entry.reason); });
}

std::string to_string(const Interruption& interruption) {
  return fmt::format("{} ({}) {}{}", interruption.crash ? "crashed" : "ended", interruption.by, interruption.where,
                     interruption.crash ? blame(interruption.culprit) : "");
}

// Returns how many pictures from `first` on are in its file: more than one in a film.
std::size_t in_one_file(std::span<const Snapshot> snapshots, std::size_t first) {
  std::size_t end = first + 1;
  while (end < snapshots.size() && snapshots[end].path == snapshots[first].path) ++end;
  return end - first;
}

void pictures_text(const Summary& summary, const Out& out) {
  const std::span<const Snapshot> snapshots(summary.snapshots);
  std::size_t count = 0;
  for (std::size_t i = 0; i < snapshots.size(); i += count) {
    const Snapshot& first = snapshots[i];
    count = in_one_file(snapshots, i);
    if (first.path.empty()) continue;
    const std::string number = count > 1 ? fmt::format("{} of ", count) : "";
    fmt::format_to(out, "picture    {} ({}{}x{})\n", first.path, number, first.width, first.height);
  }
}

std::string to_text(const Summary& summary) {
  std::string text;
  const Out out(text);
  if (summary.driver) {
    fmt::format_to(out, "renderer   {}\nversion    {}\n", summary.driver->renderer, summary.driver->version);
  }
  if (summary.left_out > 0) {
    fmt::format_to(out, "seek       {} calls left out whose drawing cannot reach the pictures\n", summary.left_out);
  }
  fmt::format_to(out, "replayed   {} frames, {} calls in {:.3f} s ({:.0f} calls/s)\n", summary.frames, summary.calls,
                 summary.seconds, calls_per_second(summary));
  if (summary.frame_times) fmt::format_to(out, "benchmark  {}\n", to_string(*summary.frame_times));
  if (summary.profile) text += to_string(*summary.profile);
  pictures_text(summary, out);
  skipped_text(summary, out);
  errors_text(summary, out);
  memory_text(summary, out);
  for (const std::string& file : summary.difference_files) fmt::format_to(out, "picture    {}\n", file);
  if (summary.judgement) fmt::format_to(out, "verdict    {}\n", to_string(*summary.judgement));
  if (summary.self_check) self_check_text(*summary.self_check, out);
  if (summary.recorded_returns) returns_text(*summary.recorded_returns, out);
  return text;
}

nlohmann::json to_json(const Summary& summary) {
  using nlohmann::json;
  json out;
  out["trace"] = {{"file", summary.trace.file},
                  {"format", summary.trace.format},
                  {"version", summary.trace.version},
                  {"container", summary.trace.container},
                  {"bytes", nullptr}};
  if (summary.trace.file_size) out["trace"]["bytes"] = *summary.trace.file_size;
  if (summary.driver) {
    out["renderer"] = summary.driver->renderer;
    out["version"] = summary.driver->version;
    out["vendor"] = summary.driver->vendor;
  }
  out["frames"] = summary.frames;
  out["calls"] = summary.calls;
  out["calls_left_out_by_seek"] = summary.left_out;
  if (summary.guesses) out["seek_guesses"] = to_json(*summary.guesses);
  out["seconds"] = summary.seconds;
  out["calls_per_second"] = calls_per_second(summary);
  out["whole_recording"] = !summary.stopped && !summary.file_error;
  out["skipped"] = json::array();
  for (const auto& skipped : summary.skipped) {
    out["skipped"].push_back({{"function", skipped.function},
                              {"reason", skip_reason(skipped.reason)},
                              {"count", skipped.count.count},
                              {"first_call", skipped.count.first_call}});
  }
  out["gl_errors"] = errors_json(summary.errors);
  out["unasked_gl_errors"] = errors_json(summary.unasked_errors);
  out["vanished_gl_errors"] = summary.vanished_errors;
  out["pictures"] = json::array();
  for (const Snapshot& snapshot : summary.snapshots) {
    json picture = {{snapshot.of == Snapshot::Of::kFrame ? "frame" : "call", snapshot.number},
                    {"width", snapshot.width},
                    {"height", snapshot.height}};
    if (snapshot.context) picture["context"] = *snapshot.context;
    if (!snapshot.path.empty()) picture["file"] = snapshot.path;
    if (!snapshot.md5.empty()) picture["md5"] = snapshot.md5;
    out["pictures"].push_back(std::move(picture));
  }
  if (summary.frame_times) out["benchmark"] = to_json(*summary.frame_times);
  if (summary.profile) out["profile"] = to_json(*summary.profile);
  if (summary.judgement) {
    out["verdict"] = to_json(*summary.judgement);
    out["verdict"]["pictures"] = summary.difference_files;
  }
  if (summary.recorded_returns) out["recorded_returns"] = to_json(*summary.recorded_returns);
  if (summary.self_check) out["self_check"] = to_json(*summary.self_check);
  out["warnings"] = summary.warnings;
  out["picture_problems"] = summary.picture_problems;
  if (summary.file_error) {
    out["file_error"] = {{"text", summary.file_error->to_string()},
                         {"byte", summary.file_error->offset},
                         {"call", summary.file_error->call},
                         {"cut", summary.file_error->damage == loaders::Damage::kCut}};
  }
  if (summary.interruption) {
    const Interruption& interruption = *summary.interruption;
    out["interrupted"] = {{"by", interruption.by}, {"crash", interruption.crash}, {"where", interruption.where}};
    if (interruption.crash) out["interrupted"]["culprit"] = to_word(interruption.culprit);
    out["interrupted"]["last_calls"] = json::array();
    for (const CallRing::Entry& entry : interruption.last_calls)
      out["interrupted"]["last_calls"].push_back(to_string(entry));
  }
  if (summary.out_of_memory.count > 0) {
    out["out_of_memory"] = {{"count", summary.out_of_memory.count}, {"first_call", summary.out_of_memory.first_call}};
  }
  out["exit_code"] = summary.exit_code;
  return out;
}

}  // namespace replay
