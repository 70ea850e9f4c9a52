#include "replay/base/whole_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string problem_of(const fs::path& path, const std::string& text) {
  const auto written = write_whole_file(path, text);
  return written ? "" : written.error().problem;
}

void write(const fs::path& path, const std::string& text) { EXPECT_EQ(problem_of(path, text), ""); }

// While it exists, files cannot grow beyond a few bytes. So root meets a full disk, too.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(WholeFile, IsWrittenAndReplaced) {
  const ScratchFolder scratch;
  const fs::path path = scratch.path() / "a.png";
  write(path, "first");
  EXPECT_EQ(content_of(path), "first");
  write(path, "2");
  EXPECT_EQ(content_of(path), "2");
  EXPECT_EQ(scratch.entries(), 1u);
}

TEST(WholeFile, AFailedWriteLeavesWhatWasThereAndNothingElse) {
  const ScratchFolder scratch;
  const fs::path path = scratch.path() / "a.png";
  write(path, "before");
  {
    const SmallDisk disk(10);
    EXPECT_EQ(problem_of(path, std::string(100, 'x')), "cannot write '" + path.string() + "': File too large");
  }
  EXPECT_EQ(content_of(path), "before");
  EXPECT_EQ(scratch.entries(), 1u);
}

TEST(WholeFile, FoldersThatAreMissingOrFilesAreErrors) {
  const ScratchFolder scratch;
  const std::string missing = (scratch.path() / "no" / "a.png").string();
  EXPECT_EQ(problem_of(missing, "x"), "cannot write '" + missing + "': No such file or directory");
  write(scratch.path() / "file", "x");
  const std::string below_file = (scratch.path() / "file" / "a.png").string();
  EXPECT_EQ(problem_of(below_file, "x"), "cannot write '" + below_file + "': Not a directory");
  EXPECT_EQ(problem_of(scratch.path(), "x"), "cannot write '" + scratch.path().string() + "': Is a directory");
}

TEST(WholeFile, DevicesAreWrittenAndNotReplaced) {
  write("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(problem_of("/dev/full", "x"), "cannot write '/dev/full': No space left on device");
}

TEST(WholeFile, ALinkStaysALink) {
  const ScratchFolder scratch;
  write(scratch.path() / "real", "old");
  fs::create_symlink("real", scratch.path() / "link");
  write(scratch.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(scratch.path() / "link"));
  EXPECT_EQ(content_of(scratch.path() / "real"), "new");
}

TEST(WholeFile, WhetherAFileCanBeWrittenIsAskedWithoutTouchingIt) {
  const ScratchFolder scratch;
  write(scratch.path() / "old", "old");
  for (const fs::path& name : {scratch.path() / "old", scratch.path() / "new", fs::path("/dev/full")})
    EXPECT_TRUE(check_can_write(name)) << name;
  EXPECT_EQ(content_of(scratch.path() / "old"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1);
  const fs::path nowhere = scratch.path() / "folder" / "file";
  EXPECT_EQ(check_can_write(nowhere).error().problem,
            "cannot write '" + nowhere.string() + "': No such file or directory");
}

TEST(WholeFile, WhatIsBeingReadIsNotWrittenUnderAnyName) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "trace", link = scratch.path() / "link", hard = scratch.path() / "hard";
  std::ofstream(file) << "recorded";
  fs::create_symlink(file, link);
  fs::create_hard_link(file, hard);
  never_overwrite(file);
  never_overwrite(scratch.path() / "missing");
  const std::uint8_t bytes[] = {'x'};
  for (const fs::path& name : {file, link, hard}) EXPECT_FALSE(write_whole_file(name, bytes));
  EXPECT_TRUE(write_whole_file(scratch.path() / "missing", bytes));
  EXPECT_EQ(fs::file_size(file), 8u);
}

}  // namespace
}  // namespace replay
