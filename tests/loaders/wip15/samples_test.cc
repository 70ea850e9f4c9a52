// Files by real writers, where they are at hand: the folder is no part of the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/loaders/load_text.h"

namespace loaders::wip15 {
namespace {

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  std::size_t at = 1;
  for (std::size_t bar = line.find('|', at); bar != std::string::npos; bar = line.find('|', at)) {
    std::string cell = line.substr(at, bar - at);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    found.push_back(cell);
    at = bar + 1;
  }
  return found;
}

// The table of the folder's README: file, program, GL, swaps, calls, ...
TEST(Wip15Samples, HaveTheCallsAndFramesOfTheirTable) {
  const std::string folder = SAMPLES_DIR;
  std::ifstream readme(folder + "/README.md");
  if (!readme) GTEST_SKIP() << "no samples in " << folder;
  int files = 0;
  for (std::string line; std::getline(readme, line);) {
    const auto row = cells(line);
    if (row.size() < 5 || !row[0].ends_with(".wip15")) continue;
    SCOPED_TRACE(row[0]);
    const tests::Loaded loaded = tests::load(open_trace(folder + "/" + row[0]));
    EXPECT_EQ(std::to_string(loaded.frames), row[3]);
    EXPECT_EQ(std::to_string(loaded.calls), row[4]);
    const bool truncated = row[0].find("truncated") != std::string::npos;
    EXPECT_EQ(loaded.error.has_value(), truncated);
    if (loaded.error) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut);
    }
    EXPECT_TRUE(loaded.warnings.empty());
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace loaders::wip15
