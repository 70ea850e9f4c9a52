// Shard: which part of a corpus this machine runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "loaders/base/result.h"

namespace replay {

struct Shard {
  std::uint32_t index = 1, count = 1;  // index from 1 to count
  std::string source;                  // of what engine it was taken, empty: none
};

// Takes "2/5".
loaders::Result<Shard> parse_shard(const std::string& text);

// From the variables that engines set for the jobs of one array: GitLab, Slurm, gtest and Bazel; a Kubernetes Indexed Job says
// only the index, the count is then `count` (0: not known). `variable` reads one, "" when it is not set. One shard of one when
// no engine speaks; throws CannotJudge for an index without a count or outside of it: to run everything, or nothing, on every
// machine would look like success.
Shard shard_of_environment(const std::function<std::string(const char*)>& variable, std::uint32_t count);

// The tests of `shard`, in the order given. The same on every machine for the same arguments. With durations (seconds) of an
// earlier run the longest go first, each to the shard that has least to do so far; a test without one counts as the median.
std::vector<std::string> tests_of(const Shard& shard, const std::vector<std::string>& tests,
                                  const std::map<std::string, double>& durations);

}  // namespace replay
