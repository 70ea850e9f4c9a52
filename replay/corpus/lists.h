// The files with which a run is told what is known: deqp-runner's, so that a project can keep those it has.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "replay/base/pattern.h"

namespace replay {

// A regular expression per line that is found anywhere in the name of a test; '#' begins a comment line.
class TestPatterns {
 public:
  // Throws CannotJudge, with file and line.
  static TestPatterns read(const std::filesystem::path& file);
  bool match(const std::string& test) const;

 private:
  std::vector<Pattern> patterns_;
};

// "test,Status" per line: what a test is known to end with. Throws CannotJudge.
using Baseline = std::map<std::string, std::string>;
Baseline read_baseline(const std::filesystem::path& file);

}  // namespace replay
