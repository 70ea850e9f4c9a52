#include "replay/corpus/expected_times.h"

#include <algorithm>
#include <utility>

#include "replay/corpus/result.h"

namespace replay {
namespace {

constexpr double kLongest = 1e9;    // seconds; a file may say anything
constexpr double kStart = 100'000;  // what the start of a process counts for, in bytes of a recording

}  // namespace

Durations read_durations(const std::filesystem::path& results) {
  Durations durations;
  for (const Result& result : read_results(results))
    durations[result.test] =
        std::clamp(std::max({result.seconds, result.times.busy(), result.earlier.seconds}), 0.0, kLongest);
  return durations;
}

ExpectedTimes::ExpectedTimes(const std::vector<const TraceEntry*>& entries, const Durations& durations,
                             const std::function<std::uint64_t(const TraceEntry&)>& size) {
  double known_seconds = 0, known_weight = 0;
  std::map<const TraceEntry*, double> weights;
  for (const TraceEntry* entry : entries) {
    const double weight = kStart + static_cast<double>(size(*entry));
    const auto known = durations.find(entry->path);
    if (known == durations.end()) {
      weights[entry] = weight;
      continue;
    }
    times_[entry] = known->second;
    known_seconds += known->second;
    known_weight += weight;
  }
  const double rate = known_seconds > 0 ? known_seconds / known_weight : 1;
  for (const auto& [entry, weight] : weights) times_[entry] = weight * rate;
}

double ExpectedTimes::of(const TraceEntry& entry) const {
  const auto found = times_.find(&entry);
  return found == times_.end() ? 0 : found->second;
}

std::vector<const TraceEntry*> ExpectedTimes::longest_first(std::vector<const TraceEntry*> entries) const {
  std::stable_sort(entries.begin(), entries.end(), [&](const TraceEntry* a, const TraceEntry* b) {
    if (a->runs_alone != b->runs_alone) return b->runs_alone;
    return of(*a) > of(*b);
  });
  return entries;
}

}  // namespace replay
