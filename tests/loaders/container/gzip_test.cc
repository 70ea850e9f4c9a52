#include "loaders/container/gzip.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

using tests::gzip_member;

tests::Unpacked unpacked_gzip(const std::string& file) { return tests::unpack_all(Container::kGzip, file); }

TEST(Gzip, SeveralMembers) {
  const tests::Unpacked all = unpacked_gzip(gzip_member("one ") + gzip_member("") + gzip_member("two"));
  EXPECT_EQ(all.text, "one two");
  EXPECT_EQ(all.error.problem, "");
}

TEST(Gzip, PaddingIsNoMember) {
  const tests::Unpacked all = unpacked_gzip(gzip_member("one ") + std::string(700, '\0') + gzip_member("two") + '\0');
  EXPECT_EQ(all.text, "one two");
  EXPECT_EQ(all.error.problem, "");
}

TEST(Gzip, WithoutItsEnd) {
  const std::string member = gzip_member("what a crashed program leaves");
  const tests::Unpacked cut = unpacked_gzip(member.substr(0, member.size() - 8));
  EXPECT_EQ(cut.text, "what a crashed program leaves");
  EXPECT_EQ(cut.error.problem, "the file ends inside the compressed stream");
  EXPECT_EQ(cut.error.damage, Damage::kCut);
}

TEST(Gzip, SomethingElseBehindIt) {
  const tests::Unpacked odd = unpacked_gzip(gzip_member("one") + "something else");
  EXPECT_EQ(odd.text, "one");
  EXPECT_EQ(odd.error.problem, "the gzip data is damaged: incorrect header check");
  EXPECT_EQ(odd.error.damage, Damage::kCorrupt);
}

TEST(Gzip, ChecksItsSums) {
  std::string member = gzip_member("one");
  member[member.size() - 8] ^= 1;
  EXPECT_EQ(unpacked_gzip(member).error.problem, "the gzip data is damaged: incorrect data check");
}

}  // namespace
}  // namespace loaders
