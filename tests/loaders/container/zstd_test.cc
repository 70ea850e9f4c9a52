#include "loaders/container/zstd.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"
#include "tests/wip15_builder.h"

namespace loaders {
namespace {

using tests::zstd_frame;
using tests::zstd_seek_table;
using tests::zstd_skippable;

tests::Unpacked unpacked_zstd(const std::string& file) { return tests::unpack_all(Container::kZstd, file); }

TEST(Zstd, FramesWithAndWithoutATable) {
  for (const std::string& table : {std::string(), zstd_seek_table()}) {
    const tests::Unpacked all = unpacked_zstd(zstd_frame("one ") + zstd_frame("") + zstd_frame("two") + table);
    EXPECT_EQ(all.text, "one two");
    EXPECT_EQ(all.error.problem, "");
  }
}

TEST(Zstd, SkippableFramesAnywhere) {
  const std::string skip = zstd_skippable(std::string(3000, '?'));
  const tests::Unpacked all = unpacked_zstd(skip + zstd_frame("one ") + skip + skip + zstd_frame("two") + skip);
  EXPECT_EQ(all.text, "one two");
  EXPECT_EQ(all.error.problem, "");
}

TEST(Zstd, ACutTableIsACut) {
  const tests::Unpacked all = unpacked_zstd(zstd_frame("one") + zstd_seek_table().substr(0, 10));
  EXPECT_EQ(all.text, "one");
  EXPECT_EQ(all.error.damage, Damage::kCut);
}

TEST(Zstd, RefusesHugeWindows) {
  // A frame header that wants a window of 2 GiB, as `zstd --ultra --long=31` writes it, then one raw block.
  const std::string frame = tests::little_endian(0xfd2fb528, 4) + '\0' + '\xa8' + tests::little_endian(9, 3) + 'x';
  const tests::Unpacked bomb = unpacked_zstd(zstd_frame("one") + frame);
  EXPECT_EQ(bomb.text, "one");
  EXPECT_EQ(bomb.error.problem, "the zstd data is damaged: Frame requires too much memory for decoding");
}

// For a damaged frame, libzstd claims to have written all of the room.
TEST(Zstd, ADamagedFrameFromBeforeItsFirstReleaseMakesNothing) {
  const std::string frame = tests::little_endian(0xfd2fb526, 4) + " 2 and what is no header";
  const tests::Unpacked odd = unpacked_zstd(zstd_frame("one") + frame);
  EXPECT_EQ(odd.text, "one");
  EXPECT_EQ(odd.error.damage, Damage::kCorrupt);
}

TEST(Zstd, SomethingElseBehindIt) {
  const tests::Unpacked odd = unpacked_zstd(zstd_frame("one") + "something else");
  EXPECT_EQ(odd.text, "one");
  EXPECT_EQ(odd.error.damage, Damage::kCorrupt);
}

}  // namespace
}  // namespace loaders
