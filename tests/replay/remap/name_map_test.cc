#include "replay/remap/name_map.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

constexpr std::uint32_t kFirstWild = NameMap::kDenseLimit;

TEST(NameMap, NamesThatWereNeverSetAreZero) {
  const NameMap names;
  for (const std::uint32_t name : {0u, 1u, kFirstWild - 1, kFirstWild, UINT32_MAX}) EXPECT_EQ(names.find(name), 0u);
}

TEST(NameMap, DenseAndSparseNamesAreFound) {
  NameMap names;
  std::uint32_t live = 100;
  for (const std::uint32_t name : {1u, 2u, 5000u, kFirstWild - 1, kFirstWild, UINT32_MAX}) names.set(name, live++);
  live = 100;
  for (const std::uint32_t name : {1u, 2u, 5000u, kFirstWild - 1, kFirstWild, UINT32_MAX}) {
    EXPECT_EQ(names.find(name), live++) << name;
  }
  EXPECT_EQ(names.find(3), 0u);
  EXPECT_EQ(names.find(kFirstWild + 1), 0u);
}

// The vector grows faster than the names. A sparse name must not be searched for in the vector.
TEST(NameMap, ASparseNameIsFoundAfterALargeDenseOne) {
  NameMap names;
  names.set(kFirstWild - 10, 7);
  names.set(kFirstWild + 10, 8);
  EXPECT_EQ(names.find(kFirstWild + 10), 8u);
  names.erase(kFirstWild + 10);
  EXPECT_EQ(names.find(kFirstWild + 10), 0u);
}

TEST(NameMap, ZeroIsNoNameAndStaysZero) {
  NameMap names;
  names.set(0, 7);
  EXPECT_EQ(names.find(0), 0u);
  names.set(1, 8);
  EXPECT_EQ(names.find(0), 0u);
}

TEST(NameMap, AReusedNameIsTheNewObject) {
  NameMap names;
  for (const std::uint32_t name : {3u, kFirstWild}) {
    names.set(name, 7);
    names.set(name, 8);
    EXPECT_EQ(names.find(name), 8u);
  }
}

TEST(NameMap, ErasedNamesAreUnknownAndOthersStay) {
  NameMap names;
  for (const std::uint32_t name : {3u, 4u, kFirstWild, kFirstWild + 1}) names.set(name, 7);
  names.erase(3);
  names.erase(kFirstWild);
  names.erase(999);  // a name that was never set
  names.erase(kFirstWild + 9);
  EXPECT_EQ(names.find(3), 0u);
  EXPECT_EQ(names.find(4), 7u);
  EXPECT_EQ(names.find(kFirstWild), 0u);
  EXPECT_EQ(names.find(kFirstWild + 1), 7u);
}

TEST(NameMap, ListsKeepTheLiveNameOfAnErasedObject) {
  NameMap names;
  for (const std::uint32_t name : {3u, 4u, 5u}) names.set(name, name + 10);
  names.note_in_list(3);
  names.note_in_list(4);
  EXPECT_EQ(names.find_erased(3), 0u) << "it is not erased";
  for (const std::uint32_t name : {3u, 4u, 5u}) names.erase(name);
  EXPECT_EQ(names.find(3), 0u);
  EXPECT_EQ(names.find_erased(3), 13u);
  EXPECT_EQ(names.find_erased(5), 0u);
  names.set(3, 20);
  EXPECT_EQ(names.find_erased(3), 0u) << "it is another object now";
  names.set(6, 14);
  EXPECT_EQ(names.find_erased(4), 0u) << "the driver has given its name to another object";
}

}  // namespace
}  // namespace replay
