#include "loaders/stream/value_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace loaders {
namespace {

using glbindings::find_function;

Target target(const char* function, std::size_t index) { return argument_target(find_function(function), index); }

TEST(Plan, KnowsWhatParametersWant) {
  EXPECT_EQ(target("glBindTexture", 0), (Target{Form::kNumber, Elem::kU32}));
  EXPECT_EQ(target("glBindTexture", 1), (Target{Form::kNumber, Elem::kU32}));
  EXPECT_EQ(target("glVertexAttribPointer", 3), (Target{Form::kNumber, Elem::kU8}));
  EXPECT_EQ(target("glBufferSubData", 1), (Target{Form::kNumber, Elem::kI64}));
  EXPECT_EQ(target("glDepthRange", 0), (Target{Form::kNumber, Elem::kF64}));
  EXPECT_EQ(target("glUniform4fv", 2), (Target{Form::kArray, Elem::kF32}));
  EXPECT_EQ(target("glShaderSource", 2), (Target{Form::kStrings, Elem::kNone}));
  EXPECT_EQ(target("glShaderSource", 3), (Target{Form::kArray, Elem::kI32}));
  EXPECT_EQ(target("glMultiDrawElements", 3), (Target{Form::kPointers, Elem::kNone}));
  EXPECT_EQ(target("glBufferData", 2), (Target{Form::kMemory, Elem::kNone}));
  EXPECT_EQ(target("glGetUniformLocation", 1), (Target{Form::kString, Elem::kNone}));
  EXPECT_EQ(target("glDeleteSync", 0), (Target{Form::kPointer, Elem::kNone}));
  EXPECT_EQ(target("glXMakeCurrent", 1), (Target{Form::kNumber, Elem::kU64}));
  EXPECT_EQ(target("glClear", 1), Target{}) << "an argument that GL does not have";
  EXPECT_EQ(target("no such function", 0), Target{});
  EXPECT_EQ(result_target(find_function("glCreateShader")), (Target{Form::kNumber, Elem::kU32}));
  EXPECT_EQ(result_target(find_function("glMapBuffer")), (Target{Form::kMemory, Elem::kNone}));
}

TEST(Plan, ConvertsNumbersAsCDoes) {
  const Value minus = Value::of_sint(-1);
  EXPECT_EQ(number_as(minus, Elem::kU32).u, 0xffffffffu);
  EXPECT_EQ(number_as(minus, Elem::kU32).kind, ValueKind::kUint);
  EXPECT_EQ(number_as(Value::of_uint(0xffffffff), Elem::kI32).i, -1);
  EXPECT_EQ(number_as(Value::of_uint(300), Elem::kU8).u, 44u);
  EXPECT_EQ(number_as(minus, Elem::kI64).i, -1);
  EXPECT_EQ(number_as(Value::of_sint(-3), Elem::kF32).f, -3.0f);
  EXPECT_EQ(number_as(Value::of_uint(~0ull), Elem::kF64).d, 18446744073709551616.0);
  EXPECT_EQ(number_as(Value::of_f32(0.1f), Elem::kF64).d, 0.1f);
  EXPECT_EQ(number_as(Value::of_f64(2.9), Elem::kI32).i, 2);
  EXPECT_EQ(number_as(Value::of_f64(-2.9), Elem::kI32).i, -2);
  EXPECT_EQ(number_as(Value{}, Elem::kU32).kind, ValueKind::kUint);
}

TEST(Plan, ConvertsFloatsOutOfRange) {
  const double huge = 1e300;
  EXPECT_EQ(number_as(Value::of_f64(huge), Elem::kU64).u, ~0ull);
  EXPECT_EQ(number_as(Value::of_f64(-huge), Elem::kI64).i, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(number_as(Value::of_f64(std::nan("")), Elem::kI64).i, 0);
  EXPECT_EQ(number_as(Value::of_f64(huge), Elem::kF32).f, std::numeric_limits<float>::infinity());
  EXPECT_EQ(number_as(Value::of_f64(-huge), Elem::kF32).f, -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(number_as(Value::of_f64(std::nan("")), Elem::kF32).f));
}

TEST(Plan, KeepsWhatIsNoNumber) {
  const Value text = Value::of_memory(ValueKind::kString, "x", 1);
  EXPECT_EQ(number_as(text, Elem::kU32).kind, ValueKind::kString);
  Arena arena;
  EXPECT_EQ(convert(text, {Form::kPointer, Elem::kNone}, arena).kind, ValueKind::kString);
  EXPECT_EQ(convert(text, {Form::kArray, Elem::kI32}, arena).kind, ValueKind::kString);
}

TEST(Plan, MakesPointersOfIntegers) {
  Arena arena;
  for (const Form form : {Form::kPointer, Form::kString, Form::kStrings, Form::kPointers, Form::kMemory}) {
    EXPECT_EQ(convert(Value::of_uint(16), {form, Elem::kNone}, arena).kind, ValueKind::kPointer);
    EXPECT_TRUE(convert(Value::of_sint(0), {form, Elem::kNone}, arena).is_null());
  }
  EXPECT_EQ(convert(Value::of_uint(0), {}, arena).kind, ValueKind::kUint);
}

TEST(Plan, WrapsASingleElement) {
  Arena arena;
  const Value number = convert(Value::of_uint(7), {Form::kArray, Elem::kI32}, arena);
  ASSERT_EQ(number.kind, ValueKind::kArray);
  EXPECT_EQ(number.array<std::int32_t>()[0], 7);
  const Value strings = convert(Value::of_memory(ValueKind::kString, "x", 1), {Form::kStrings, Elem::kNone}, arena);
  ASSERT_EQ(strings.elem, Elem::kValue);
  EXPECT_EQ(strings.array<Value>()[0].text(), "x");
}

TEST(Plan, ChoosesElements) {
  const Target floats{Form::kArray, Elem::kF32};
  const Target pointers{Form::kPointers, Elem::kNone};
  EXPECT_EQ(packed_elem(Elem::kI64, false, floats), Elem::kF32);
  EXPECT_EQ(packed_elem(Elem::kU64, true, floats), Elem::kF32);
  EXPECT_EQ(packed_elem(Elem::kU64, true, pointers), Elem::kValue);
  EXPECT_EQ(packed_elem(Elem::kI64, false, pointers), Elem::kValue);
  EXPECT_EQ(packed_elem(Elem::kF32, false, pointers), Elem::kF32);
  EXPECT_EQ(packed_elem(Elem::kU64, true, Target{}), Elem::kValue);
  EXPECT_EQ(packed_elem(Elem::kI64, false, Target{}), Elem::kI64);
  EXPECT_EQ(packed_elem(Elem::kValue, false, floats), Elem::kValue);
}

TEST(ValuePlan, ShortcutsComeToTheSameAsTheConversion) {
  Arena arena;
  const std::uint64_t numbers[] = {0,     1,     127,        128,        255,         256,
                                   65535, 65536, 0x80000000, 0xffffffff, 0x100000000, ~std::uint64_t{0}};
  for (const Elem elem :
       {Elem::kU8, Elem::kI8, Elem::kU16, Elem::kI16, Elem::kU32, Elem::kI32, Elem::kU64, Elem::kI64}) {
    const Target target{Form::kNumber, elem};
    const ValuePlan plan(target);
    for (const std::uint64_t bits : numbers) {
      Value value;
      ASSERT_TRUE(plan.take_integer(bits, value));
      const Value converted = convert(Value::of_uint(bits), target, arena);
      EXPECT_EQ(value.kind, converted.kind) << bits;
      EXPECT_EQ(value.u, converted.u) << bits << " as element " << static_cast<int>(elem);
    }
  }
  for (const Form form : {Form::kPointer, Form::kMemory}) {
    for (const std::uint64_t bits : {0u, 16u}) {
      Value value = Value::of_uint(7);
      ASSERT_TRUE(ValuePlan(Target{form, Elem::kNone}).take_integer(bits, value));
      EXPECT_EQ(value.kind, convert(Value::of_uint(bits), {form, Elem::kNone}, arena).kind);
      EXPECT_EQ(value.u, bits);
    }
  }
}

TEST(ValuePlan, HasNoShortcutForIntegersWhereOtherThingsAreWanted) {
  Value value;
  for (const Target target :
       {Target{}, Target{Form::kNumber, Elem::kF32}, Target{Form::kNumber, Elem::kF64},
        Target{Form::kString, Elem::kNone}, Target{Form::kArray, Elem::kU8}, Target{Form::kPointers, Elem::kNone}}) {
    EXPECT_FALSE(ValuePlan(target).take_integer(7, value));
  }
  EXPECT_EQ(ValuePlan().shortcut, Shortcut::kNatural);
  EXPECT_EQ(ValuePlan(Target{Form::kNumber, Elem::kF32}).shortcut, Shortcut::kFloat);
}

TEST(CallOfFunction, HasAsManyArgumentsAsGlOrTheFile) {
  EXPECT_EQ(call_of_function(glbindings::FunctionId::glViewport, 2).argc, 4);
  EXPECT_EQ(call_of_function(glbindings::FunctionId::glViewport, 6).argc, 6);
  EXPECT_TRUE(call_of_function(glbindings::FunctionId::glXSwapBuffers, 2).is(kEndsFrame));
  EXPECT_FALSE(call_of_function(glbindings::FunctionId::kUnknown, 3).is(kEndsFrame));
}

}  // namespace
}  // namespace loaders
