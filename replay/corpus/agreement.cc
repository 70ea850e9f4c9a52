#include "replay/corpus/agreement.h"

#include <algorithm>
#include <iterator>

namespace replay {
namespace {

// All statuses, beginning with the worst.
constexpr Status kWorstFirst[] = {
    Status::kCrash,     Status::kTimeout,   Status::kFail,  Status::kUnexpectedImprovement,
    Status::kNotJudged, Status::kMissing,   Status::kFlake, Status::kExpectedFail,
    Status::kPass,      Status::kUnchanged, Status::kSkip,  Status::kNotRun};

std::ptrdiff_t rank(const Result& result) {
  return std::find(std::begin(kWorstFirst), std::end(kWorstFirst), result.status) - std::begin(kWorstFirst);
}

Status plain_of(const Result& result) { return result.plain.value_or(result.status); }

// Whether the run was good or bad by itself, regardless of what the baseline or the list of flakes says.
bool was_good(const Result& result) { return plain_of(result) == Status::kPass || result.is_real_flake(); }
bool was_bad(const Result& result) { return is_bad(plain_of(result)) || result.is_real_flake(); }

void add_outcomes(std::vector<std::string>& outcomes, const Result& result) {
  std::vector<std::string> more = result.hashes;
  if (more.empty()) more.push_back(outcome_of(result));
  for (std::string& outcome : more) {
    if (std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end()) outcomes.push_back(std::move(outcome));
  }
}

}  // namespace

std::string outcome_of(const Result& result) {
  std::string text = to_string(plain_of(result));
  for (const FrameResult& frame : result.frames) text += " " + frame.actual;
  return text;
}

Result joined(Result first, Result second) {
  if (first.status == Status::kNotRun) return second;
  if (second.status == Status::kNotRun) return first;
  // What another run has found says nothing beside a replay of this one.
  if (first.status == Status::kUnchanged || second.status == Status::kUnchanged)
    return rank(second) < rank(first) ? second : first;
  std::vector<std::string> outcomes;
  add_outcomes(outcomes, first);
  add_outcomes(outcomes, second);
  const bool flakes = (was_good(first) && was_bad(second)) || (was_bad(first) && was_good(second));
  Result worse = rank(second) < rank(first) ? std::move(second) : std::move(first);
  if (outcomes.size() == 1) return worse;
  if (flakes) worse.status = Status::kFlake;
  if (flakes || is_bad(worse.status)) {
    constexpr const char* kWhy = "it ended differently when it was run again";
    if (!worse.reason.starts_with(kWhy)) worse.reason = kWhy + (worse.reason.empty() ? "" : ": " + worse.reason);
    worse.hashes = std::move(outcomes);
  }
  return worse;
}

}  // namespace replay
