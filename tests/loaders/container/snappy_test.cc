#include "loaders/container/snappy.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"
#include "tests/wip15_builder.h"

namespace loaders {
namespace {

using tests::little_endian;
using tests::snappy_chunk;

tests::Unpacked unpacked_snappy(const std::string& chunks) {
  return tests::unpack_all(Container::kSnappy, "at" + chunks);
}

TEST(Snappy, ChunksOfAnySize) {
  const std::string large(3 << 20, 'L');
  EXPECT_EQ(unpacked_snappy(snappy_chunk("a") + snappy_chunk("") + snappy_chunk(large) + snappy_chunk("b")).text,
            "a" + large + "b");
}

TEST(Snappy, EndsAtAChunkOfNothingAndAtALessThanASize) {
  for (const std::string& end : {little_endian(0, 4) + "junk", std::string("abc")}) {
    const tests::Unpacked one = unpacked_snappy(snappy_chunk("one") + end);
    EXPECT_EQ(one.text, "one");
    EXPECT_EQ(one.error.problem, "");
  }
}

TEST(Snappy, KeepsWhatDecodesOfACutChunk) {
  std::string noise;
  for (unsigned i = 0, seed = 1; i < 5000; ++i) noise += static_cast<char>((seed = seed * 1103515245 + 12345) >> 16);
  const std::string chunk = snappy_chunk(noise);
  const tests::Unpacked one = unpacked_snappy(snappy_chunk("one") + chunk.substr(0, chunk.size() / 2));
  EXPECT_GT(one.text.size(), 2000u);
  EXPECT_EQ(one.text, "one" + noise.substr(0, one.text.size() - 3));
  EXPECT_EQ(one.error.problem, "the file ends inside the Snappy chunk at byte 11");
  EXPECT_EQ(one.error.damage, Damage::kCut);
}

// Text that hardly packs, with repetitions that are far apart.
std::string more_than_a_piece() {
  std::string text;
  for (unsigned i = 0, seed = 1; text.size() < 2 * InputWindow::kReadAhead; ++i) {
    text += static_cast<char>((seed = seed * 1103515245 + 12345) >> 16);
    if (i % 1000 == 999) text += text.substr(text.size() - 700, 300);
  }
  return text;
}

TEST(Snappy, AChunkComesInPieces) {
  const std::string text = more_than_a_piece(), chunk = snappy_chunk(text);
  ASSERT_GT(chunk.size(), InputWindow::kReadAhead + 10'000);
  for (const std::size_t window : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20}) {
    const tests::Unpacked both = tests::unpack_all(Container::kSnappy, "at" + chunk + chunk, 5 << 20, window);
    EXPECT_EQ(both.text == text + text, true) << window;
    EXPECT_EQ(both.error.problem, "") << window;
    const tests::Unpacked cut =
        tests::unpack_all(Container::kSnappy, "at" + chunk.substr(0, chunk.size() - 9), 5 << 20, window);
    EXPECT_GT(cut.text.size(), text.size() - 100) << "of the second piece as well";
    EXPECT_EQ(cut.text == text.substr(0, cut.text.size()), true) << window;
  }
}

TEST(Snappy, KeepsWhatDecodesOfAStreamThatEnds) {
  const std::string chunk = snappy_chunk(std::string(50, 'x') + "0123456789");
  for (std::size_t size = 1; size < chunk.size() - 4; ++size) {
    const std::string file = "at" + snappy_chunk("one") + chunk.substr(0, 4 + size);
    ByteSource stream = view_source(std::as_bytes(std::span(file)));
    stream.size.reset();
    const auto [all, error] = tests::read_all(unpack_snappy(InputWindow(std::move(stream))), 100);
    EXPECT_EQ(all, ("one" + std::string(50, 'x') + "0123456789").substr(0, all.size()));
    EXPECT_GT(all.size(), size + 5 == chunk.size() ? 53u : 2u) << "all but the last byte is there";
    EXPECT_EQ(error.problem, "the file ends inside the Snappy chunk at byte 11") << size;
    EXPECT_EQ(error.damage, Damage::kCut);
  }
}

TEST(Snappy, StopsBeforeASecondTrace) {
  const tests::Unpacked one = unpacked_snappy(snappy_chunk("one") + "at" + snappy_chunk("two"));
  EXPECT_EQ(one.text, "one");
  EXPECT_EQ(one.error.problem, "a second trace begins at byte 11 of the file, it is not read");
  EXPECT_EQ(one.error.damage, Damage::kCut);
}

TEST(Snappy, AChunkMayHaveTheSizeOfTheMagic) {
  // A chunk of 0x7461 packed bytes is no second trace.
  std::string noise;
  for (unsigned i = 0, seed = 1; noise.size() < 0x7461 - 9; ++i) {
    noise += static_cast<char>((seed = seed * 1103515245 + 12345) >> 16);
  }
  while (snappy_chunk(noise).size() < 0x7461 + 4) noise += static_cast<char>(noise.size() * 37);
  if (snappy_chunk(noise).size() != 0x7461 + 4) GTEST_SKIP() << "this Snappy packs otherwise";
  EXPECT_EQ(unpacked_snappy(snappy_chunk(noise)).text, noise);
}

TEST(Snappy, RefusesBombs) {
  const auto chunk = [](std::uint64_t announced, const std::string& block) {
    const tests::Unpacked bomb = unpacked_snappy(snappy_chunk("one") + little_endian(announced, 4) + block);
    EXPECT_EQ(bomb.text, "one");
    EXPECT_EQ(bomb.error.damage, Damage::kCorrupt);
    return bomb.error.problem;
  };
  EXPECT_EQ(chunk(0xffffffff, "x"), "a chunk of 4294967295 bytes at byte 11");
  EXPECT_EQ(chunk(20, "\xff\xff\xff\xff\x0f" + std::string(15, 'x')),
            "a chunk at byte 11 whose 20 bytes should unpack to 4294967295");
  EXPECT_EQ(chunk(20, "\x80\x80\x40" + std::string(17, 'x')),
            "a chunk at byte 11 whose 20 bytes should unpack to 1048576");
  EXPECT_EQ(chunk(20, std::string(20, '\xff')), "the Snappy chunk at byte 11 of the file is damaged");
}

TEST(Snappy, UnpacksIntoTheWindowOfTheReader) {
  const std::string packed = "at" + snappy_chunk(std::string(1 << 20, 'a')) + snappy_chunk(std::string(1 << 20, 'b'));
  ByteSource source = unpack_snappy(InputWindow(view_source(std::as_bytes(std::span(packed)))));
  EXPECT_EQ(source.grain, std::size_t{1} << 20);
  InputWindow window(std::move(source), (1 << 20) + 1000);
  ASSERT_TRUE(window.fill(1));
  EXPECT_EQ(window.bytes().size(), 1u << 20) << "a chunk at a time";
  window.consume((1 << 20) - 900);
  ASSERT_TRUE(window.fill(901));
  EXPECT_EQ(window.bytes().size(), (1u << 20) + 900) << "and the next one behind what is left";
}

}  // namespace
}  // namespace loaders
