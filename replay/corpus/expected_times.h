// ExpectedTimes: how long the traces of a run will probably take, so that the longest can be started first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

// Seconds by the names of traces.
using Durations = std::map<std::string, double>;

// Returns how long the traces in a file of results took, retries included. Throws CannotJudge when the file is none.
Durations read_durations(const std::filesystem::path& results);

class ExpectedTimes {
 public:
  // A trace that has no duration counts by its size in bytes: as much for each byte as those that have one.
  ExpectedTimes(const std::vector<const TraceEntry*>& entries, const Durations& durations,
                const std::function<std::uint64_t(const TraceEntry&)>& size);

  // In seconds when durations are known, and otherwise in a unit that is the same for all traces.
  double of(const TraceEntry& entry) const;

  // Traces that run alone come last: for each of them all others have to end.
  std::vector<const TraceEntry*> longest_first(std::vector<const TraceEntry*> entries) const;

 private:
  std::map<const TraceEntry*, double> times_;
};

}  // namespace replay
