#include "replay/corpus/result.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/base/json_text.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr const char* kWords[] = {
    "Pass",      "Fail",   "Crash",    "Timeout", "Flake", "Skip", "Missing", "ExpectedFail", "UnexpectedImprovement",
    "NotJudged", "NotRun", "Unchanged"};

json frame_json(const FrameResult& frame) {
  json out = {{"frame", frame.frame}, {"good", frame.good}, {"verdict", frame.verdict}, {"accepted", frame.accepted}};
  if (frame.frame == "last") out["number"] = frame.number;
  if (!frame.actual.empty()) out["actual"] = frame.actual;
  if (!frame.actual_picture.empty()) out["actual_picture"] = frame.actual_picture;
  if (!frame.expected_picture.empty()) out["expected_picture"] = frame.expected_picture;
  return out;
}

FrameResult frame_of(const json& in) {
  return {.frame = in.at("frame"),
          .number = in.value("number", std::uint64_t{0}),
          .actual = in.value("actual", ""),
          .accepted = in.value("accepted", std::vector<std::string>{}),
          .good = in.at("good"),
          .verdict = in.value("verdict", ""),
          .actual_picture = in.value("actual_picture", ""),
          .expected_picture = in.value("expected_picture", "")};
}

}  // namespace

const char* to_string(Status status) { return kWords[static_cast<std::size_t>(status)]; }

std::optional<Status> find_status(const std::string& word) {
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    if (word == kWords[i]) return static_cast<Status>(i);
  }
  return std::nullopt;
}

std::vector<Status> all_statuses() {
  std::vector<Status> all;
  for (std::size_t i = 0; i < std::size(kWords); ++i) all.push_back(static_cast<Status>(i));
  return all;
}

std::string details_of(const Result& result) {
  std::string text = result.reason + "\n";
  for (const FrameResult& frame : result.frames) text += fmt::format("frame {}: {}\n", frame.frame, frame.verdict);
  for (const std::string& hash : result.hashes) text += fmt::format("a run ended with: {}\n", hash);
  if (result.download_seconds != 0) text += fmt::format("downloads: {}\n", downloads_of({result}));
  if (!result.command.empty()) text += fmt::format("by hand: {}\n", result.command);
  if (!result.output.empty()) text += "\n" + result.output;
  return text;
}

json to_json(const Result& result) {
  json out = {{"test", result.test}, {"device", result.device}, {"status", to_string(result.status)}};
  if (result.plain && *result.plain != result.status) out["plain_status"] = to_string(*result.plain);
  if (!result.reason.empty()) out["reason"] = result.reason;
  if (!result.renderer.empty()) out["renderer"] = result.renderer;
  if (!result.version.empty()) out["version"] = result.version;
  out["seconds"] = result.seconds;
  if (result.times.busy() > 0) out["times"] = to_json(result.times);
  if (!result.inputs.empty()) out["inputs"] = result.inputs;
  if (result.status == Status::kUnchanged)
    out["earlier"] = {{"status", to_string(result.earlier.status)}, {"seconds", result.earlier.seconds}};
  if (result.peak_memory != 0) out["peak_memory"] = result.peak_memory;
  if (result.download_seconds != 0)
    out["download"] = {{"seconds", result.download_seconds}, {"bytes", result.downloaded_bytes}};
  if (!result.frames.empty()) {
    for (const FrameResult& frame : result.frames) out["frames"].push_back(frame_json(frame));
  }
  if (!result.hashes.empty()) out["hashes"] = result.hashes;
  if (!result.first_try.empty()) out["first_try"] = result.first_try;
  if (!result.command.empty()) out["command"] = result.command;
  if (!result.output.empty()) out["output"] = result.output;
  return out;
}

loaders::Result<Result> result_of(const json& line) try {
  if (auto known = check_schema(line); !known) return std::move(known).error();
  Result result;
  const auto status = find_status(line.at("status"));
  if (!status) return loaders::Error{"it has no such status"};
  result.test = line.at("test");
  result.device = line.value("device", "");
  result.status = *status;
  if (line.contains("plain_status")) result.plain = find_status(line.at("plain_status"));
  result.reason = line.value("reason", "");
  result.renderer = line.value("renderer", "");
  result.version = line.value("version", "");
  result.seconds = line.value("seconds", 0.0);
  result.times = stage_times_of(line.value("times", json::object()));
  result.inputs = line.value("inputs", TraceInputs{});
  if (result.status == Status::kUnchanged) {
    const json& earlier = line.at("earlier");
    result.earlier = {.status = find_status(earlier.at("status")).value_or(Status::kNotJudged),
                      .seconds = earlier.value("seconds", 0.0)};
  }
  result.peak_memory = line.value("peak_memory", std::uint64_t{0});
  const json download = line.value("download", json::object());
  result.download_seconds = download.value("seconds", 0.0);
  result.downloaded_bytes = download.value("bytes", std::uint64_t{0});
  for (const json& frame : line.value("frames", json::array())) result.frames.push_back(frame_of(frame));
  result.hashes = line.value("hashes", std::vector<std::string>{});
  result.first_try = line.value("first_try", "");
  result.command = line.value("command", "");
  result.output = line.value("output", "");
  return result;
} catch (const json::exception& problem) {
  return loaders::Error{problem.what()};
}

std::vector<Result> read_results(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) throw CannotJudge(fmt::format("{}: cannot be read", file.string()));
  std::vector<Result> results;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    auto result = result_of(json::parse(line, nullptr, false));
    if (!result && in.eof()) {
      spdlog::warn("{}: the last line is cut off; it is left out", file.string());
      break;
    }
    if (!result)
      throw CannotJudge(
          fmt::format("{}:{}: the line is not a result of a run: {}", file.string(), number, result.error().problem));
    results.push_back(*std::move(result));
  }
  return results;
}

Totals count(const std::vector<Result>& results) {
  Totals totals;
  for (const Result& result : results) ++totals.by_status[static_cast<std::size_t>(result.status)];
  return totals;
}

std::string downloads_of(const std::vector<Result>& results) {
  std::size_t traces = 0;
  double seconds = 0, bytes = 0;
  for (const Result& result : results) {
    if (result.download_seconds == 0) continue;
    ++traces;
    seconds += result.download_seconds;
    bytes += static_cast<double>(result.downloaded_bytes);
  }
  if (traces == 0) return "";
  return fmt::format("{} {}, {:.1f} MB in {:.1f} s", traces, traces == 1 ? "trace" : "traces", bytes / 1e6, seconds);
}

std::string to_string(const Totals& totals) {
  std::string text;
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    if (totals.by_status[i] != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", totals.by_status[i], kWords[i]);
  }
  return text.empty() ? "nothing was run" : text;
}

int exit_code(const Totals& totals) {
  std::uint64_t bad = 0, unknown = 0, judged = 0;
  for (const Status status : all_statuses()) {
    if (is_bad(status)) bad += totals.of(status);
    if (is_unknown(status)) unknown += totals.of(status);
    if (status != Status::kSkip) judged += totals.of(status);
  }
  if (bad > 0) return kDiffers;
  return unknown > 0 || judged == 0 ? kCannotJudge : kGood;
}

}  // namespace replay
