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
  std::string source;                  // the option or variable that it came from; empty: none
};

// Takes "2/5".
loaders::Result<Shard> parse_shard(const std::string& text);

// Reads the shard from the variables that CI engines set for the jobs of one array: GitLab, Slurm, gtest and Bazel. A
// Kubernetes Indexed Job sets only the index; the number of shards is `count` then (0: not known). `variable` returns
// the value of a variable, "" when it is not set. Returns shard 1 of 1 when no engine sets anything. Throws CannotJudge
// for an index without a count or outside of it: if every machine ran everything, or nothing, that would look like
// success.
Shard shard_of_environment(const std::function<std::string(const char*)>& variable, std::uint32_t count);

// Returns the tests of `shard`, in the order given. The result is the same on every machine for the same arguments.
// With durations (seconds) of an earlier run, tests are dealt out from the longest on, each to the shard that has the
// least to do so far. A test without a duration counts as the median.
std::vector<std::string> tests_of(const Shard& shard, const std::vector<std::string>& tests,
                                  const std::map<std::string, double>& durations);

}  // namespace replay
