#include "loaders/container/detect.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

using tests::pack;
using tests::unpack_all;

Container detected(const std::string& bytes) { return detect_container(std::as_bytes(std::span(bytes))); }

std::string text_of(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>((i * i) >> 3);
  return text;
}

TEST(DetectContainer, ByItsFirstBytes) {
  for (const Container container : tests::kContainers) EXPECT_EQ(detected(pack(container, text_of(1000))), container);
  EXPECT_EQ(detected(tests::zstd_skippable("first") + tests::zstd_frame("x")), Container::kZstd);
  EXPECT_EQ(detected(""), Container::kBrotli);
  EXPECT_EQ(detected("a"), Container::kBrotli);
  EXPECT_EQ(detected(" at"), Container::kBrotli) << "white space is no part of the magic";
}

TEST(Unpack, AnyRoomAndAnyWindow) {
  const std::string text = text_of(20000);
  for (const Container container : tests::kContainers) {
    SCOPED_TRACE(container_name(container));
    const std::string packed = pack(container, text, 9000);
    for (const std::size_t step : {1, 7, 4096, 8999, 9000, 1 << 20}) {
      for (const std::size_t window : {1, 100, 1 << 20}) {
        const tests::Unpacked unpacked = unpack_all(container, packed, step, window);
        ASSERT_EQ(unpacked.text, text) << step << " at a time, window of " << window;
        ASSERT_EQ(unpacked.problem.text, "");
      }
    }
  }
}

TEST(Unpack, Nothing) {
  for (const Container container : tests::kContainers) {
    const tests::Unpacked unpacked = unpack_all(container, pack(container, ""));
    EXPECT_EQ(unpacked.text, "");
    EXPECT_EQ(unpacked.problem.text, "") << container_name(container);
  }
}

TEST(Unpack, CutAnywhere) {
  const std::string text = text_of(3000);
  for (const Container container : tests::kContainers) {
    SCOPED_TRACE(container_name(container));
    std::string packed = pack(container, text, 1000);
    if (container == Container::kZstd) packed.resize(packed.size() - tests::zstd_seek_table().size());
    std::size_t most = 0;
    for (std::size_t size = 0; size < packed.size(); ++size) {
      const tests::Unpacked unpacked = unpack_all(container, packed.substr(0, size), 8192, 4096);
      ASSERT_EQ(unpacked.text, text.substr(0, unpacked.text.size())) << size;
      if (!unpacked.problem.text.empty()) {
        ASSERT_EQ(unpacked.problem.damage, Damage::kCut) << size << ": " << unpacked.problem.text;
      }
      ASSERT_GE(unpacked.text.size(), most) << "more input, no less output";
      most = unpacked.text.size();
    }
    EXPECT_GT(most, 900u);
  }
}

TEST(Unpack, ChangedAnywhere) {
  const std::string text = text_of(3000);
  for (const Container container : tests::kContainers) {
    const std::string packed = pack(container, text, 1000);
    for (const char mask : {'\xff', '\x01', '\x80'}) {
      for (std::size_t i = 0; i < packed.size(); ++i) {
        std::string changed = packed;
        changed[i] = static_cast<char>(changed[i] ^ mask);
        for (const std::size_t room : {8192, 20}) {
          ASSERT_LE(unpack_all(container, changed, room, 4096).text.size(), 3u << 20);
        }
      }
    }
  }
}

TEST(Unpack, StopsAtTheLimit) {
  const std::string zeros(1 << 20, '\0');
  for (const Container container : tests::kContainers) {
    const tests::Unpacked unpacked = unpack_all(container, pack(container, zeros), 4096, 1 << 20, {.stream_bytes = 100000});
    EXPECT_LE(unpacked.text.size(), 100000u);
    EXPECT_EQ(unpacked.problem.text, "the file unpacks to more than 100000 bytes, above --limit stream-bytes=100000");
    EXPECT_EQ(unpacked.problem.damage, Damage::kCorrupt);
  }
}

TEST(Unpack, ReportsAFailingSource) {
  for (const Container container : tests::kContainers) {
    ByteSource broken;
    broken.read = [](std::span<std::byte>, ReadProblem& problem) {
      problem.text = "the disk is on fire";
      return std::size_t{0};
    };
    ByteSource source = unpack(container, InputWindow(std::move(broken)));
    std::byte piece[16];
    ReadProblem problem;
    EXPECT_EQ(source.read(piece, problem), 0u);
    EXPECT_EQ(problem.text, "the disk is on fire") << container_name(container);
  }
}

// A small file that unpacks to anything would be read for hours. What is below a gigabyte may pack as well as it likes.
TEST(Detect, TheRatioOfWhatAFileUnpacksToIsBounded) {
  const std::string frame = pack(Container::kZstd, std::string(std::size_t{64} << 20, '\0'));
  std::string file;
  for (int i = 0; i < 17; ++i) file += frame;
  ByteSource source = unpack(Container::kZstd, InputWindow(view_source(std::as_bytes(std::span(file)))));
  std::vector<std::byte> into(std::size_t{1} << 20);
  ReadProblem problem;
  std::uint64_t size = 0;
  while (const std::size_t got = source.read(into, problem)) size += got;
  EXPECT_GT(size, (std::uint64_t{1} << 30) - into.size());
  EXPECT_EQ(problem.text, "the file unpacks to more than 1073741824 bytes, above --limit unpack-ratio=1000");
}

}  // namespace
}  // namespace loaders
