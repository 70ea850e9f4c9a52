#include "loaders/wtf/text_encodings.h"

#include <gtest/gtest.h>

#include "loaders/wtf/base64.h"
#include "tests/wtf_builder.h"

namespace loaders::wtf {
namespace {

TEST(WtfText, SurrogatesOfThreeBytes) {
  Arena arena;
  EXPECT_EQ(text_of_surrogates("plain", arena).text(), "plain");
  EXPECT_EQ(text_of_surrogates("a\xed\xa0\xbd\xed\xb8\x80z", arena).text(), "a\xf0\x9f\x98\x80z");
  EXPECT_EQ(text_of_surrogates("\xed\xa0\xbd", arena).text(), "\xed\xa0\xbd") << "a single one stays";
  EXPECT_EQ(text_of_surrogates("\xed\xb8\x80\xed\xa0\xbd", arena).text(), "\xed\xb8\x80\xed\xa0\xbd");
  EXPECT_EQ(text_of_surrogates("\xed\x9f\xbf\xed", arena).text(), "\xed\x9f\xbf\xed") << "no surrogate";
}

TEST(WtfText, Utf16) {
  Arena arena;
  const std::uint16_t units[] = {0x41, 0xe9, 0x4e16, 0xd83d, 0xde00, 0xde00, 0xd83d};
  EXPECT_EQ(text_of_utf16(units, arena).text(), "A\xc3\xa9\xe4\xb8\x96\xf0\x9f\x98\x80\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(WtfBase64, AllLengths) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) {
    std::vector<std::byte> out;
    EXPECT_FALSE(decode_base64(tests::base64(bytes), out));
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(out.data()), out.size()), bytes);
    bytes += static_cast<char>(i * 7);
  }
}

TEST(WtfBase64, PaddingMayBeMissing) {
  std::vector<std::byte> out;
  EXPECT_FALSE(decode_base64("/+8", out));
  EXPECT_EQ(out, (std::vector<std::byte>{std::byte{0xff}, std::byte{0xef}}));
}

TEST(WtfBase64, SaysWhereItIsNone) {
  std::vector<std::byte> out;
  EXPECT_EQ(decode_base64("AA AA", out), 2u);
  EXPECT_EQ(decode_base64("AA==AA==", out), 2u);
  EXPECT_EQ(decode_base64("A===", out), 1u);
  EXPECT_EQ(decode_base64("\xff", out), 0u);
}

}  // namespace
}  // namespace loaders::wtf
