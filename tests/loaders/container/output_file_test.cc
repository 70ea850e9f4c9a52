#include "loaders/container/output_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace loaders {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static Status write(OutputFile& file, const std::string& text) { return file.write(std::as_bytes(std::span(text))); }
  static std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_ = fs::temp_directory_path() / ("output_file_test_" + std::to_string(::getpid()));
  const fs::path path_ = folder_ / "out";
};

TEST_F(OutputFileTest, IsThereAfterItsCommit) {
  auto file = OutputFile::create(path_);
  ASSERT_TRUE(file);
  EXPECT_TRUE(write(*file, "one "));
  EXPECT_TRUE(write(*file, "two"));
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_TRUE(file->commit());
  EXPECT_EQ(contents(path_), "one two");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, LeavesNothingWithoutACommit) {
  std::ofstream(path_) << "before";
  {
    auto file = OutputFile::create(path_);
    ASSERT_TRUE(file);
    EXPECT_TRUE(write(*file, "after"));
  }
  EXPECT_EQ(contents(path_), "before");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, KeepsALinkAndReplacesItsFile) {
  std::ofstream(path_) << "before";
  const fs::path link = folder_ / "link";
  fs::create_symlink(path_, link);
  auto file = OutputFile::create(link);
  ASSERT_TRUE(file);
  EXPECT_TRUE(write(*file, "after"));
  EXPECT_TRUE(file->commit());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(contents(path_), "after");
}

TEST_F(OutputFileTest, WritesToADeviceAndNamesAPlaceThatItCannotWriteTo) {
  auto device = OutputFile::create("/dev/null");
  ASSERT_TRUE(device);
  EXPECT_TRUE(write(*device, "bytes"));
  EXPECT_TRUE(device->commit());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));

  const auto nowhere = OutputFile::create(folder_ / "no" / "folder");
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().problem.find("folder"), std::string::npos);
}

}  // namespace
}  // namespace loaders
