// base91(): the text of a page has only letters that HTML and JavaScript take as they are, and is as long as was said.
// The tests of pages read it back.
#include "replay/inspect/base91.h"

#include <gtest/gtest.h>

#include <vector>

namespace replay {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Base91, LowBitsComeFirst) {
  EXPECT_EQ(base91(Bytes{}), "");
  EXPECT_EQ(base91(Bytes{0}), "!!");
  EXPECT_EQ(base91(Bytes{92}), "##");           // 1 + 91
  EXPECT_EQ(base91(Bytes{0xff, 0x1f}), "#~!");  // 8191 = 1 + 91 * 90, and 3 bits
  EXPECT_EQ(base91(Bytes{0x00, 0xe0}), "!!)");  // 13 bits, and 7
}

TEST(Base91, EveryLengthIsAsItWasSaid) {
  Bytes bytes;
  for (unsigned i = 0; i < 300; ++i) {
    const std::string text = base91(bytes);
    EXPECT_EQ(text.size(), base91_length(bytes.size())) << i;
    EXPECT_EQ(text.find_first_of("<\"\\ \n"), std::string::npos) << i;
    for (const char letter : text) EXPECT_TRUE(letter >= '!' && letter <= '~') << i;
    bytes.push_back(static_cast<std::uint8_t>(i * 151));
  }
}

}  // namespace
}  // namespace replay
