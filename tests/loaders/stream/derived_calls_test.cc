#include "loaders/stream/derived_calls.h"

#include <gtest/gtest.h>

#include "glbindings/signature.h"

namespace loaders {
namespace {

using glbindings::FunctionId;

TEST(DerivedCalls, StandAroundTheirCallWithItsNumber) {
  FunctionTable functions;
  Batch batch;
  DerivedCalls derived(functions);
  derived.begin(batch);
  derived.add_after(FunctionId::replayUniformLocation, {Value::of_uint(3), derived.text("lvp"), Value::of_sint(2)});
  derived.add_before(FunctionId::replayDrawableSize, {Value::of_uint(1), Value::of_sint(2), Value::of_sint(3)});
  EXPECT_TRUE(batch.calls.empty()) << "nothing is certain before commit()";
  Call call;
  call.number = 41;
  call.thread = 5;
  derived.commit(call);

  ASSERT_EQ(batch.calls.size(), 3u);
  EXPECT_EQ(functions[batch.calls[0].recorded].name, "replayDrawableSize");
  EXPECT_EQ(functions[batch.calls[2].recorded].name, "replayUniformLocation");
  EXPECT_FALSE(batch.calls[1].is(kDerived));
  for (const Call& one : batch.calls) {
    EXPECT_EQ(one.number, 41u);
    EXPECT_EQ(one.thread, 5u);
  }
  EXPECT_EQ(batch.calls[2].args[1].text(), "lvp");
  EXPECT_TRUE(batch.calls[2].is(kDerived));
}

TEST(DerivedCalls, DeclareEachFunctionOnce) {
  FunctionTable functions;
  DerivedCalls derived(functions);
  Batch batch;
  for (int i = 0; i < 3; ++i) {
    derived.begin(batch);
    derived.add_before(FunctionId::glLinkProgram, {Value::of_uint(1)});
    derived.commit(Call{});
  }
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].name, "glLinkProgram");
  EXPECT_EQ(functions[0].id, FunctionId::glLinkProgram);
}

}  // namespace
}  // namespace loaders
