#include "loaders/container/detect.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

using tests::pack;
using tests::unpack_all;

Container detected(const std::string& bytes) { return detect_container(std::as_bytes(std::span(bytes))); }

std::string text_of_size(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>((i * i) >> 3);
  return text;
}

TEST(DetectContainer, ByItsFirstBytes) {
  for (const Container container : tests::kContainers)
    EXPECT_EQ(detected(pack(container, text_of_size(1000))), container);
  EXPECT_EQ(detected(tests::zstd_skippable("first") + tests::zstd_frame("x")), Container::kZstd);
  EXPECT_EQ(detected(""), Container::kBrotli);
  EXPECT_EQ(detected("a"), Container::kBrotli);
  EXPECT_EQ(detected(" at"), Container::kBrotli) << "white space is no part of the magic";
}

TEST(Unpack, AnyRoomAndAnyWindow) {
  const std::string text = text_of_size(20000);
  for (const Container container : tests::kContainers) {
    SCOPED_TRACE(container_name(container));
    const std::string packed = pack(container, text, 9000);
    for (const std::size_t step : {1, 7, 4096, 8999, 9000, 1 << 20}) {
      for (const std::size_t window : {1, 100, 1 << 20}) {
        const tests::Unpacked unpacked = unpack_all(container, packed, step, window);
        ASSERT_EQ(unpacked.text, text) << step << " at a time, window of " << window;
        ASSERT_EQ(unpacked.error.problem, "");
      }
    }
  }
}

TEST(Unpack, Nothing) {
  for (const Container container : tests::kContainers) {
    const tests::Unpacked unpacked = unpack_all(container, pack(container, ""));
    EXPECT_EQ(unpacked.text, "");
    EXPECT_EQ(unpacked.error.problem, "") << container_name(container);
  }
}

TEST(Unpack, CutAnywhere) {
  const std::string text = text_of_size(3000);
  for (const Container container : tests::kContainers) {
    SCOPED_TRACE(container_name(container));
    std::string packed = pack(container, text, 1000);
    if (container == Container::kZstd) packed.resize(packed.size() - tests::zstd_seek_table().size());
    std::size_t most = 0;
    for (std::size_t size = 0; size < packed.size(); ++size) {
      const tests::Unpacked unpacked = unpack_all(container, packed.substr(0, size), 8192, 4096);
      ASSERT_EQ(unpacked.text, text.substr(0, unpacked.text.size())) << size;
      if (!unpacked.error.problem.empty()) {
        ASSERT_EQ(unpacked.error.damage, Damage::kCut) << size << ": " << unpacked.error.problem;
      }
      ASSERT_GE(unpacked.text.size(), most) << "more input, no less output";
      most = unpacked.text.size();
    }
    EXPECT_GT(most, 900u);
  }
}

TEST(Unpack, ChangedAnywhere) {
  const std::string text = text_of_size(3000);
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
    const tests::Unpacked unpacked =
        unpack_all(container, pack(container, zeros), 4096, 1 << 20, {.stream_bytes = 100000});
    EXPECT_LE(unpacked.text.size(), 100000u);
    EXPECT_EQ(unpacked.error.problem, "the file unpacks to more than 100000 bytes, above --limit stream-bytes=100000");
    EXPECT_EQ(unpacked.error.damage, Damage::kCorrupt);
  }
}

TEST(Unpack, ReportsAFailingSource) {
  for (const Container container : tests::kContainers) {
    ByteSource broken;
    broken.read = [](std::span<std::byte>) { return Error{"the disk is on fire"}; };
    const tests::Unpacked unpacked = tests::read_all(unpack(container, InputWindow(std::move(broken))), 16);
    EXPECT_EQ(unpacked.text, "");
    EXPECT_EQ(unpacked.error.problem, "the disk is on fire") << container_name(container);
  }
}

// A small file that unpacks to terabytes would be read for hours. Up to a gigabyte, any ratio is allowed.
TEST(Detect, TheRatioOfWhatAFileUnpacksToIsBounded) {
  const std::string frame = pack(Container::kZstd, std::string(std::size_t{64} << 20, '\0'));
  std::string file;
  for (int i = 0; i < 17; ++i) file += frame;
  ByteSource source = unpack(Container::kZstd, InputWindow(view_source(std::as_bytes(std::span(file)))));
  std::vector<std::byte> into(std::size_t{1} << 20);
  std::uint64_t size = 0;
  Result<std::size_t> got = source.read(into);
  for (; got && *got > 0; got = source.read(into)) size += *got;
  EXPECT_GT(size, (std::uint64_t{1} << 30) - into.size());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().problem, "the file unpacks to more than 1073741824 bytes, above --limit unpack-ratio=1000");
}

}  // namespace
}  // namespace loaders
