// Reads files by real writers, if they are there: their folder is no part of the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/loaders/load_text.h"
#include "tests/loaders/table_cells.h"

namespace loaders::wip15 {
namespace {

// The table of the folder's README: file, program, GL, swaps, calls, ...
TEST(Wip15Samples, HaveTheCallsAndFramesOfTheirTable) {
  const std::string folder = SAMPLES_DIR;
  std::ifstream readme(folder + "/README.md");
  if (!readme) GTEST_SKIP() << "no samples in " << folder;
  int files = 0;
  for (std::string line; std::getline(readme, line);) {
    const auto row = tests::table_cells(line);
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
