// Reads files by real tracers, if they are there: their folder is no part of the repository.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/loaders/load_text.h"
#include "tests/loaders/table_cells.h"

namespace loaders::wtf {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// The rows of the folder's README that start with the name of a file.
std::vector<std::vector<std::string>> rows(std::size_t size) {
  std::ifstream readme(WTF_SAMPLES_DIR "/README.md");
  std::vector<std::vector<std::string>> found;
  for (std::string line; std::getline(readme, line);) {
    auto row = tests::table_cells(line);
    if (row.size() == size && row[0].find(".wtf-") != std::string::npos) found.push_back(std::move(row));
  }
  return found;
}

tests::Loaded load_sample(const std::string& name) {
  return tests::load(open_trace(std::string(WTF_SAMPLES_DIR) + "/" + name));
}

// The table "Files": file, page, chunks, frames, events, GL calls, ...
TEST(WtfSamples, HaveTheEventsAndFramesOfTheirTable) {
  const auto table = rows(9);
  if (table.empty()) GTEST_SKIP() << "no samples in " << WTF_SAMPLES_DIR;
  EXPECT_EQ(table.size(), 13u);
  for (const auto& row : table) {
    SCOPED_TRACE(row[0]);
    const tests::Loaded loaded = load_sample(row[0]);
    ASSERT_FALSE(loaded.refused) << loaded.refused->to_string();
    EXPECT_EQ(std::to_string(loaded.calls), row[4]);
    EXPECT_EQ(std::to_string(count(loaded.text, "wtf.timing#frameStart(")), row[3]);
    const bool truncated = row[0].find("truncated") != std::string::npos;
    EXPECT_EQ(loaded.error.has_value(), truncated) << (loaded.error ? loaded.error->to_string() : "");
    if (loaded.error) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut);
    }
    EXPECT_TRUE(loaded.warnings.empty()) << loaded.warnings[0];
  }
}

// The table "Small event-list JSON files": file, origin, definitions, events, note.
TEST(WtfSamples, SmallListsHaveTheEventsOfTheirTable) {
  const auto table = rows(5);
  if (table.empty()) GTEST_SKIP() << "no samples in " << WTF_SAMPLES_DIR;
  EXPECT_EQ(table.size(), 8u);
  for (const auto& row : table) {
    SCOPED_TRACE(row[0]);
    const tests::Loaded loaded = load_sample(row[0]);
    ASSERT_FALSE(loaded.refused) << loaded.refused->to_string();
    EXPECT_EQ(std::to_string(loaded.calls), row[3]);
    EXPECT_FALSE(loaded.error);
    EXPECT_TRUE(loaded.warnings.empty()) << loaded.warnings[0];
  }
}

// The table "References": picture, file, index of the mark event that names it, ...
TEST(WtfSamples, HaveTheirMarksWhereTheReferencesSay) {
  std::ifstream readme(WTF_SAMPLES_DIR "/README.md");
  if (!readme) GTEST_SKIP() << "no samples in " << WTF_SAMPLES_DIR;
  std::size_t marks = 0;
  for (std::string line; std::getline(readme, line);) {
    const auto row = tests::table_cells(line);
    if (row.size() != 5 || !row[0].ends_with(".png")) continue;
    SCOPED_TRACE(line);
    const tests::Loaded loaded = load_sample(row[1]);
    const std::size_t at = loaded.text.find("\n" + row[2] + " ");
    ASSERT_NE(at, std::string::npos);
    const std::string event = loaded.text.substr(at + 1, loaded.text.find('\n', at + 1) - at);
    EXPECT_NE(event.find("wtf.trace#mark(name = \"ref:"), std::string::npos) << event;
    ++marks;
  }
  EXPECT_EQ(marks, 35u);
}

}  // namespace
}  // namespace loaders::wtf
