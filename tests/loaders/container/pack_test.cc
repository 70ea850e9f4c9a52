#include "loaders/container/pack.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

constexpr Packing kAll[] = {Packing::kSnappy, Packing::kGzip, Packing::kZstd, Packing::kBrotli, Packing::kNone};

// Neither all the same nor without any repetition.
std::string some_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < size; ++i) {
    if (i % 7 == 0) state = state * 1664525 + 1013904223;
    bytes[i] = static_cast<char>(state >> 24);
  }
  return bytes;
}

std::string packed(Packing packing, const std::string& bytes, std::size_t step) {
  std::vector<std::byte> file;
  ByteSink sink = pack(packing, memory_sink(file));
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    EXPECT_TRUE(sink.write(std::as_bytes(std::span(bytes).subspan(at, std::min(step, bytes.size() - at)))));
  }
  EXPECT_TRUE(sink.finish());
  return std::string(reinterpret_cast<const char*>(file.data()), file.size());
}

TEST(Pack, WhatIsPackedUnpacksToTheSame) {
  for (const Packing packing : kAll) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20, (std::size_t{5} << 20) + 3}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(packing) << " " << size);
      const std::string bytes = some_bytes(size);
      const std::string file = packed(packing, bytes, 700'001);
      const tests::Unpacked unpacked =
          tests::unpack_all(detect_container(std::as_bytes(std::span(file))), file, std::size_t{64} << 10);
      EXPECT_EQ(unpacked.error.problem, "");
      EXPECT_TRUE(unpacked.text == bytes);
    }
  }
}

TEST(Pack, PiecesOfAnySizeGiveTheSameFile) {
  const std::string bytes = some_bytes(300'000);
  for (const Packing packing : kAll) EXPECT_TRUE(packed(packing, bytes, 1) == packed(packing, bytes, 300'000));
}

TEST(Pack, NoneIsNotSmallerAndIsReadAsSnappy) {
  const std::string file = packed(Packing::kNone, std::string(2'000'000, 'a'), 1'000'000);
  EXPECT_GT(file.size(), 2'000'000u);
  EXPECT_LT(file.size(), 2'000'100u);
  EXPECT_EQ(detect_container(std::as_bytes(std::span(file))), Container::kSnappy);
}

TEST(Pack, AnErrorOfTheSinkIsReported) {
  for (const Packing packing : kAll) {
    ByteSink full{[](std::span<const std::byte>) { return Status(Error{"no space"}); }, [] { return Status(); }};
    ByteSink sink = pack(packing, std::move(full));
    const std::string bytes = some_bytes(std::size_t{4} << 20);
    Status status = sink.write(std::as_bytes(std::span(bytes)));
    if (status) status = sink.finish();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().problem, "no space");
  }
}

TEST(Pack, HasNames) {
  EXPECT_EQ(find_packing("snappy"), Packing::kSnappy);
  EXPECT_EQ(find_packing("zlib"), Packing::kGzip);
  EXPECT_EQ(find_packing("none"), Packing::kNone);
  EXPECT_FALSE(find_packing("rar"));
}

}  // namespace
}  // namespace loaders
