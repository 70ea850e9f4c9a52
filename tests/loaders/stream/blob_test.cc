#include "loaders/stream/blob.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace loaders {
namespace {

TEST(BlobValue, CopiesWhatIsSmallAndPinsWhatIsLarge) {
  for (const std::size_t size : {std::size_t{0}, kPinFromBytes - 1, kPinFromBytes}) {
    const auto input = std::make_shared<std::vector<std::byte>>(size, std::byte{7});
    Batch batch;
    const Value value = blob_value(*input, batch, [&] { return input; });
    EXPECT_EQ(value.kind, ValueKind::kBlob);
    ASSERT_EQ(value.bytes().size(), size);
    EXPECT_TRUE(std::ranges::equal(value.bytes(), *input));
    const bool is_large = size >= kPinFromBytes;
    if (size > 0) {
      EXPECT_EQ(value.p == input->data(), is_large);
    }
    EXPECT_EQ(input.use_count(), is_large ? 2 : 1) << "a large input lives as long as the batch";
    EXPECT_EQ(batch.pinned_bytes, is_large ? size : 0);
  }
}

}  // namespace
}  // namespace loaders
