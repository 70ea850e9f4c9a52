#include "replay/corpus/judged_trace.h"

#include <algorithm>
#include <utility>

#include "replay/corpus/agreement.h"
#include "replay/corpus/update.h"

namespace replay {
namespace {

// Whether a trace of which the manifest expects nothing yet has been replayed.
bool shows_what_is_not_expected_yet(const TraceEntry& entry, const Result& result) {
  return result.status == Status::kNotJudged && !result.frames.empty() &&
         std::all_of(entry.frames.begin(), entry.frames.end(),
                     [](const auto& frame) { return frame.is_open() || lacks_its_picture(frame); });
}

// A checksum that is new must come out of two replays.
Result agreed(Result first, Result second) {
  if (outcome_of(first) == outcome_of(second)) return first;
  if (is_bad(second.status)) return joined(std::move(first), std::move(second));
  for (FrameResult& frame : first.frames) frame.actual.clear();
  first.reason += "; another replay ended differently, so it has no checksum";
  return first;
}

}  // namespace

KnownResults::KnownResults(const RunOptions& options) {
  if (!options.baseline.empty()) baseline = read_baseline(options.baseline);
  if (!options.flakes.empty()) flakes = TestPatterns::read(options.flakes);
  if (!options.skips.empty()) skips = TestPatterns::read(options.skips);
}

Status KnownResults::with_baseline(const Result& result) const {
  const auto known = baseline.find(result.test);
  const Status status = result.status;
  const bool unknown = status == Status::kSkip || status == Status::kMissing || status == Status::kNotJudged ||
                       status == Status::kNotRun || status == Status::kUnchanged;
  if (known == baseline.end() || unknown) return status;
  const std::string expected = known->second == "ExpectedFail" ? "Fail" : known->second;
  if (expected == to_string(status)) return status == Status::kPass ? status : Status::kExpectedFail;
  if (expected == "Pass" || expected == "Flake" || expected == "Skip") return status;
  if (status == Status::kPass || (status == Status::kFail && expected != "Fail")) return Status::kUnexpectedImprovement;
  return status;
}

std::optional<Result> is_skipped(const TraceEntry& entry, const std::string& device, const KnownResults& known) {
  if (auto skip = skipped(entry, device)) return skip;
  if (!known.skips.match(entry.path)) return std::nullopt;
  return Result{.test = entry.path, .device = device, .status = Status::kSkip, .reason = "on the list of skips"};
}

Result run_and_retry(const TraceEntry& entry, const FileOf& file_of, const JobSettings& settings,
                     const KnownResults& known) {
  if (auto skip = is_skipped(entry, settings.device, known)) return *std::move(skip);
  double checking = 0;
  const TraceFile file = [&] {
    const StageTimer timer(checking);
    return file_of(entry);
  }();
  Result result = run_trace(entry, file, settings);
  result.times.checking += checking;
  result.plain = result.status;
  result.status = known.with_baseline(result);
  const bool is_new = shows_what_is_not_expected_yet(entry, result);
  if (!is_bad(result.status) && !is_new) return result;
  Result second = run_trace(entry, file, settings);
  if (second.status == Status::kNotRun) return second;
  StageTimes times = result.times;
  times.retrying += second.times.busy();
  const bool lacked_memory = result.lacked_memory || second.lacked_memory;
  if (is_new) {
    result = agreed(std::move(result), std::move(second));
  } else {
    second.plain = second.status;
    second.status = known.with_baseline(second);
    result = joined(std::move(result), std::move(second));
  }
  result.times = times;
  result.lacked_memory = lacked_memory;
  if (!is_new && is_bad(result.status) && known.flakes.match(entry.path)) {
    result.status = Status::kFlake;
    result.hashes.clear();  // they mean that this run has shown a flake
    result.reason = "on the list of flakes: " + result.reason;
  }
  return result;
}

}  // namespace replay
