#include "replay/base/printable.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

std::string utf8(std::string text) {
  make_utf8(text);
  return text;
}

TEST(MakeUtf8, KeepsLetters) {
  for (const char* text : {"", "plain\n", "\u00e9\u20ac\U0001f600", "\ud7ff\ue000\U0010ffff\ufffd"})
    EXPECT_EQ(utf8(text), text);
}

TEST(MakeUtf8, ReplacesEachByteThatIsNoLetter) {
  EXPECT_EQ(utf8("a\xff"
                 "b"),
            "a?b");
  EXPECT_EQ(utf8("caf\xe9"), "caf?") << "Latin-1";
  EXPECT_EQ(utf8("\xc3"), "?") << "cut";
  EXPECT_EQ(utf8("\xf0\x9f\x98"), "???") << "cut";
  EXPECT_EQ(utf8("\x80\xbf"), "??") << "the rest of a letter";
  EXPECT_EQ(utf8("\xc0\x80 \xe0\x80\x80"), "?? ???") << "longer than need be";
  EXPECT_EQ(utf8("\xed\xa0\x80"), "???") << "a surrogate";
  EXPECT_EQ(utf8("\xf4\x90\x80\x80"), "????") << "above U+10FFFF";
  EXPECT_EQ(utf8("\xef\xbf\xbf"), "???") << "U+FFFF";
}

TEST(WholeLetters, CutsNone) {
  EXPECT_EQ(whole_letters("abc", 3), "abc");
  EXPECT_EQ(whole_letters("abc", 2), "ab");
  EXPECT_EQ(whole_letters("a\u00e9b", 2), "a");
  EXPECT_EQ(whole_letters("a\u00e9b", 3), "a\u00e9");
  EXPECT_EQ(whole_letters("\U0001f600", 3), "");
}

TEST(MakePrintable, KeepsLinesAndTabs) {
  std::string text = "a\tb\nc\x1b[0m\xc2\x85";
  make_printable(text);
  make_utf8(text);
  EXPECT_EQ(text, "a\tb\nc?[0m??");
}

}  // namespace
}  // namespace replay
