#include "loaders/stream/value.h"

#include <gtest/gtest.h>

namespace loaders {
namespace {

TEST(Value, AnAddressOfZeroIsNull) {
  EXPECT_TRUE(Value::of_address(0).is_null());
  EXPECT_EQ(Value::of_address(16).kind, ValueKind::kPointer);
  EXPECT_EQ(Value::of_address(16).u, 16u);
}

TEST(Value, KnowsWhatIsANumber) {
  for (const Value& number : {Value::of_uint(1), Value::of_sint(-1), Value::of_f32(0.5f), Value::of_f64(0.5)}) {
    EXPECT_TRUE(number.is_number());
    EXPECT_TRUE(number.can_be_number());
  }
  for (const Value& other : {Value{}, Value::of_pointer(16)}) {
    EXPECT_FALSE(other.is_number());
    EXPECT_TRUE(other.can_be_number());
  }
  EXPECT_FALSE(Value::of_blob({}).can_be_number());
  EXPECT_TRUE(Value::of_f32(1).is_float());
  EXPECT_FALSE(Value::of_uint(1).is_float());
}

TEST(Value, GivesItsBytes) {
  const std::uint16_t numbers[] = {1, 2, 3};
  const Value array = Value::of_memory(ValueKind::kArray, numbers, 3, Elem::kU16);
  EXPECT_EQ(array.bytes().size(), 6u);
  EXPECT_EQ(array.bytes().data(), reinterpret_cast<const std::byte*>(numbers));
  EXPECT_EQ(Value::of_blob(array.bytes()).bytes().size(), 6u);
  EXPECT_TRUE(Value::of_uint(7).bytes().empty());
  EXPECT_TRUE(Value{}.bytes().empty());
}

}  // namespace
}  // namespace loaders
