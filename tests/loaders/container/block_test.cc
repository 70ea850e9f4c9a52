#include "loaders/container/block.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/wip15_builder.h"

namespace loaders {
namespace {

constexpr Compression kMethods[] = {Compression::kNone, Compression::kZlib, Compression::kLz4, Compression::kZstd};

std::string text_of(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>((i * i) >> 3);
  return text;
}

bool decode(BlockDecoder& decoder, Compression method, const std::string& packed, std::string& out) {
  return decoder.decode(method, std::as_bytes(std::span(packed)), std::as_writable_bytes(std::span(out)));
}

TEST(BlockDecoder, UnpacksEveryMethodAgainAndAgain) {
  BlockDecoder decoder;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{5000}, std::size_t{300000}}) {
    for (const Compression method : kMethods) {
      SCOPED_TRACE(compression_name(method));
      const std::string text = text_of(size);
      std::string out(size, '?');
      EXPECT_TRUE(decode(decoder, method, tests::pack(method, text), out));
      EXPECT_EQ(out, text);
    }
  }
}

TEST(BlockDecoder, WantsTheExactSize) {
  BlockDecoder decoder;
  for (const Compression method : kMethods) {
    SCOPED_TRACE(compression_name(method));
    const std::string packed = tests::pack(method, text_of(1000));
    std::string shorter(999, '?');
    std::string longer(1001, '?');
    EXPECT_FALSE(decode(decoder, method, packed, shorter));
    EXPECT_FALSE(decode(decoder, method, packed, longer));
  }
}

TEST(BlockDecoder, SurvivesDamage) {
  BlockDecoder decoder;
  const std::string text = text_of(400);
  for (const Compression method : {Compression::kZlib, Compression::kLz4, Compression::kZstd}) {
    SCOPED_TRACE(compression_name(method));
    const std::string packed = tests::pack(method, text);
    std::string out(text.size(), '?');
    for (std::size_t i = 0; i < packed.size(); ++i) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
      decode(decoder, method, damaged, out);
      decode(decoder, method, packed.substr(0, i), out);
    }
    EXPECT_TRUE(decode(decoder, method, packed, out)) << "damage leaves nothing behind in the decoder";
    EXPECT_EQ(out, text);
  }
}

TEST(PlausibleSize, RefusesBombs) {
  EXPECT_TRUE(plausible_size(Compression::kNone, 7, 7));
  EXPECT_FALSE(plausible_size(Compression::kNone, 7, 8));
  for (const Compression method : {Compression::kZlib, Compression::kLz4, Compression::kZstd}) {
    EXPECT_FALSE(plausible_size(method, 20, std::uint64_t{1} << 30)) << compression_name(method);
    const std::string zeros(1 << 20, '\0');
    EXPECT_TRUE(plausible_size(method, tests::pack(method, zeros).size(), zeros.size())) << compression_name(method);
  }
}

}  // namespace
}  // namespace loaders
