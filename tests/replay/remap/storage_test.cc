#include "replay/remap/storage.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

using Of = Storage::Of;

class StorageTest : public testing::Test {
 protected:
  const DriverLimits limits{.storage = 100};
  std::shared_ptr<StorageTotal> total = std::make_shared<StorageTotal>();
  Storage storage{total};
};

TEST_F(StorageTest, ReleasedStorageCanBeTakenAgain) {
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 60, limits));
  EXPECT_FALSE(storage.take(Of::kBuffer, 1, 60, limits));
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 90, limits)) << "the new storage replaces the old one";
  storage.give_back(Of::kTexture, 1);
  EXPECT_TRUE(storage.take(Of::kBuffer, 1, 100, limits));
}

TEST_F(StorageTest, RecordedDataRaisesTheLimit) {
  EXPECT_FALSE(storage.take(Of::kTexture, 1, 500, limits));
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 500, limits, 100));
  total->brought += 200;
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 900, limits));
}

TEST_F(StorageTest, ADestroyedGroupReleasesAllItsStorage) {
  {
    Storage other(total);
    EXPECT_TRUE(other.take(Of::kTexture, 1, 100, limits));
    EXPECT_FALSE(storage.take(Of::kTexture, 1, 1, limits));
  }
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 100, limits));
}

TEST_F(StorageTest, NumbersOfAnySizeAreRefused) {
  EXPECT_TRUE(storage.take(Of::kTexture, 1, 100, limits));
  EXPECT_FALSE(storage.take(Of::kTexture, 2, ~std::uint64_t{0}, limits));
  EXPECT_EQ(total->taken, 100u);
}

}  // namespace
}  // namespace replay
