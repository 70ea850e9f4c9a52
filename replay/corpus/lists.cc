#include "replay/corpus/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/result.h"

namespace replay {

void for_each_line(const std::filesystem::path& file, const std::function<void(int, const std::string&)>& take) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) throw CannotJudge(fmt::format("{}: cannot be read", file.string()));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty() && line[0] != '#') take(number, line);
  }
}

TestPatterns TestPatterns::read(const std::filesystem::path& file) {
  TestPatterns patterns;
  for_each_line(file, [&](int number, const std::string& line) {
    auto pattern = Pattern::compile(line);
    if (!pattern) throw CannotJudge(fmt::format("{}:{}: {}", file.string(), number, pattern.error().problem));
    patterns.patterns_.push_back(*std::move(pattern));
  });
  return patterns;
}

bool TestPatterns::match(const std::string& test) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& pattern) { return pattern.is_in(test); });
}

Baseline read_baseline(const std::filesystem::path& file) {
  Baseline baseline;
  for_each_line(file, [&](int number, const std::string& line) {
    const auto comma = line.rfind(',');
    if (comma == std::string::npos || !find_status(line.substr(comma + 1))) {
      throw CannotJudge(
          fmt::format("{}:{}: a line must be 'test,Status' with one of deqp-runner's statuses", file.string(), number));
    }
    baseline[line.substr(0, comma)] = line.substr(comma + 1);
  });
  return baseline;
}

}  // namespace replay
