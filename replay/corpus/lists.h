// The lists of known results that a run reads. They have deqp-runner's formats, so that a project can keep its files.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "replay/base/pattern.h"

namespace replay {

// Calls `take` with the number and the text of each line that is neither empty nor a comment, which begins with '#'.
// Throws CannotJudge when the file cannot be read.
void for_each_line(const std::filesystem::path& file, const std::function<void(int, const std::string&)>& take);

// A file with one regular expression per line, which may match anywhere in the name of a test. '#' begins a comment
// line.
class TestPatterns {
 public:
  // Throws CannotJudge, which names the file and the line.
  static TestPatterns read(const std::filesystem::path& file);
  bool match(const std::string& test) const;

 private:
  std::vector<Pattern> patterns_;
};

// A file with one "test,Status" per line: the known result of each test. read_baseline() throws CannotJudge.
using Baseline = std::map<std::string, std::string>;
Baseline read_baseline(const std::filesystem::path& file);

}  // namespace replay
