#include "loaders/stream/text.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace loaders {
namespace {

TEST(CopyText, EndsWithANul) {
  Arena arena;
  std::string original = "text";
  const Value value = copy_text(original, arena, kJsonText);
  original = "gone";
  EXPECT_EQ(value.kind, ValueKind::kString);
  EXPECT_EQ(value.text(), "text");
  EXPECT_EQ(static_cast<const char*>(value.p)[4], '\0');
  EXPECT_EQ(value.aux, kJsonText);
  EXPECT_EQ(copy_text({}, arena).text(), "");
}

std::string utf8(std::uint32_t code) {
  std::string text;
  append_utf8(text, code);
  return text;
}

TEST(Utf8, HasOneToFourBytes) {
  EXPECT_EQ(utf8('a'), "a");
  EXPECT_EQ(utf8(0x7f), "\x7f");
  EXPECT_EQ(utf8(0x80), "\xc2\x80");
  EXPECT_EQ(utf8(0xe9), "é");
  EXPECT_EQ(utf8(0x7ff), "\xdf\xbf");
  EXPECT_EQ(utf8(0x800), "\xe0\xa0\x80");
  EXPECT_EQ(utf8(0x20ac), "€");
  EXPECT_EQ(utf8(0xffff), "\xef\xbf\xbf");
  EXPECT_EQ(utf8(0x1f600), "😀");
  EXPECT_EQ(utf8(0x10ffff), "\xf4\x8f\xbf\xbf");
}

std::string wide(std::initializer_list<std::uint64_t> units) {
  WideText text;
  for (const std::uint64_t unit : units) text.append(unit);
  return text.finish();
}

TEST(WideText, JoinsSurrogatesAndTakesWholeCharacters) {
  EXPECT_EQ(wide({'a', 0xe9, 0x20ac}), "aé€");
  EXPECT_EQ(wide({0xd83d, 0xde00}), "😀");
  EXPECT_EQ(wide({0x1f600}), "😀");
}

TEST(WideText, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(wide({0xd83d}), "\ufffd") << "the second half is missing at the end";
  EXPECT_EQ(wide({0xd83d, 'a'}), "\ufffda") << "the second half is missing on the way";
  EXPECT_EQ(wide({0xd83d, 0xd83d, 0xde00}), "\ufffd😀");
  EXPECT_EQ(wide({0xde00, 'a'}), "\ufffda") << "a second half without its first";
  EXPECT_EQ(wide({0x110000, std::uint64_t{1} << 40}), "\ufffd\ufffd");
}

}  // namespace
}  // namespace loaders
