#include "loaders/container/byte_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

namespace loaders {
namespace {

std::string read_all(ByteSource& source, ReadProblem& problem) {
  std::string all;
  std::byte piece[7];
  while (const std::size_t got = source.read(piece, problem)) all.append(reinterpret_cast<const char*>(piece), got);
  return all;
}

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
  OpenedFile opened = open_file(*path);
  ASSERT_TRUE(opened.source) << opened.problem;
  EXPECT_EQ(opened.source->size, 16u);
  ReadProblem problem;
  EXPECT_EQ(read_all(*opened.source, problem), "sixteen bytes...");
  EXPECT_EQ(problem.text, "");
}

TEST(ByteSource, ReadsAPipe) {
  const TemporaryPath path;
  ASSERT_EQ(mkfifo((*path).c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(*path) << "through a pipe"; });
  OpenedFile opened = open_file(*path);
  ASSERT_TRUE(opened.source) << opened.problem;
  EXPECT_FALSE(opened.source->size);
  ReadProblem problem;
  EXPECT_EQ(read_all(*opened.source, problem), "through a pipe");
  writer.join();
}

TEST(ByteSource, SaysWhyItCannotOpen) {
  EXPECT_EQ(open_file("/nowhere/at/all").problem, "No such file or directory");
  EXPECT_EQ(open_file(testing::TempDir()).problem, "is a folder");
  EXPECT_FALSE(open_file("").source);
}

TEST(ByteSource, OwnsMemory) {
  ByteSource source = memory_source({std::byte{'a'}, std::byte{'b'}});
  EXPECT_EQ(source.size, 2u);
  ReadProblem problem;
  EXPECT_EQ(read_all(source, problem), "ab");
}

}  // namespace
}  // namespace loaders
