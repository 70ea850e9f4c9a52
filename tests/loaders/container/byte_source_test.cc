#include "loaders/container/byte_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

class TemporaryPath {
 public:
  TemporaryPath()
      : path_(testing::TempDir() + "byte_source_test." + std::to_string(std::rand()) + "." +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove(path_);
  }
  ~TemporaryPath() { std::filesystem::remove(path_); }
  const std::string& operator*() const { return path_; }

 private:
  std::string path_;
};

TEST(ByteSource, ReadsAFile) {
  const TemporaryPath path;
  std::ofstream(*path) << "sixteen bytes...";
  const Result<ByteSource> opened = open_file(*path);
  ASSERT_TRUE(opened) << opened.error().problem;
  EXPECT_EQ(opened->size, 16u);
  const auto [text, error] = tests::read_all(*opened, 7);
  EXPECT_EQ(text, "sixteen bytes...");
  EXPECT_EQ(error.problem, "");
}

TEST(ByteSource, ReadsAPipe) {
  const TemporaryPath path;
  ASSERT_EQ(mkfifo((*path).c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(*path) << "through a pipe"; });
  const Result<ByteSource> opened = open_file(*path);
  ASSERT_TRUE(opened) << opened.error().problem;
  EXPECT_FALSE(opened->size);
  EXPECT_EQ(tests::read_all(*opened, 7).text, "through a pipe");
  writer.join();
}

TEST(ByteSource, SaysWhyItCannotOpen) {
  EXPECT_EQ(open_file("/nowhere/at/all").error().problem, "No such file or directory");
  EXPECT_EQ(open_file(testing::TempDir()).error().problem, "is a folder");
  EXPECT_FALSE(open_file(""));
}

TEST(ByteSource, OwnsMemory) {
  const ByteSource source = memory_source({std::byte{'a'}, std::byte{'b'}});
  EXPECT_EQ(source.size, 2u);
  EXPECT_EQ(tests::read_all(source, 7).text, "ab");
}

}  // namespace
}  // namespace loaders
