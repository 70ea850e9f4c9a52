// Reads files by real writers, if they are there: their folder is no part of the repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"
#include "tests/loaders/table_cells.h"

namespace loaders::apitrace {
namespace {

const std::string kFolder = APITRACE_SAMPLES_DIR;

std::vector<std::vector<std::string>> samples() {
  std::ifstream readme(kFolder + "/README.md");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(readme, line);) {
    const auto row = tests::table_cells(line);
    if (row.size() > 6 && row[0].ends_with(".trace")) rows.push_back(row);
  }
  return rows;
}

class ApitraceSamples : public testing::Test {
 protected:
  void SetUp() override {
    if (rows_.empty()) GTEST_SKIP() << "no samples in " << kFolder;
  }
  const std::vector<std::vector<std::string>> rows_ = samples();
};

// The table of the folder's README: file, bytes, program, API, swaps, calls, "version container", ...
TEST_F(ApitraceSamples, HaveTheCallsAndFramesOfTheirTable) {
  for (const auto& row : rows_) {
    SCOPED_TRACE(row[0]);
    const tests::Loaded loaded = tests::load(open_trace(kFolder + "/" + row[0]));
    EXPECT_EQ(std::to_string(loaded.frames), row[4]);
    EXPECT_EQ(std::to_string(loaded.calls), row[5]);
    const std::string container = loaded.info.container == "gzip" ? "zlib" : loaded.info.container;
    EXPECT_EQ(loaded.info.version + " " + container, row[6]);
    const bool cut = row[0].find("no-eof") != std::string::npos;
    EXPECT_EQ(loaded.error.has_value(), cut);
    if (loaded.error) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut);
    }
  }
}

std::vector<std::byte> bytes_of_sample(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return tests::to_bytes(text);
}

TEST_F(ApitraceSamples, CutInTheirLast200Bytes) {
  for (const auto& row : rows_) {
    const auto whole = bytes_of_sample(kFolder + "/" + row[0]);
    if (whole.size() > 150000) continue;
    SCOPED_TRACE(row[0]);
    const std::size_t calls = tests::load(whole).calls;
    for (std::size_t less = 1; less <= std::min<std::size_t>(200, whole.size()); less += less < 20 ? 1 : 19) {
      const tests::Loaded loaded = tests::load({whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(less)});
      EXPECT_LE(loaded.calls, calls);
      if (loaded.error) {
        EXPECT_EQ(loaded.error->damage, Damage::kCut) << loaded.error->to_string();
      }
    }
  }
}

}  // namespace
}  // namespace loaders::apitrace
