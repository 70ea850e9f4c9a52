#include "loaders/container/brotli.h"

#include <gtest/gtest.h>

#include "tests/container_packers.h"
#include "tests/loaders/container/unpack_all.h"

namespace loaders {
namespace {

tests::Unpacked unpacked(const std::string& file) { return tests::unpack_all(Container::kBrotli, file); }

TEST(Brotli, OneStream) {
  const std::string text(100000, 'b');
  EXPECT_EQ(unpacked(tests::brotli_stream(text)).text, text);
}

TEST(Brotli, NothingMayFollow) {
  const tests::Unpacked odd = unpacked(tests::brotli_stream("one") + tests::brotli_stream("two"));
  EXPECT_EQ(odd.text, "one");
  EXPECT_EQ(odd.error.problem, "bytes follow the end of the compressed stream");
  EXPECT_EQ(odd.error.damage, Damage::kCorrupt);
}

TEST(Brotli, SaysWhatIsNone) {
  const tests::Unpacked odd = unpacked("\x89PNG\r\n\x1a\n and so on, long enough for any decoder to notice");
  EXPECT_EQ(odd.text, "");
  EXPECT_EQ(odd.error.damage, Damage::kCorrupt);
}

}  // namespace
}  // namespace loaders
