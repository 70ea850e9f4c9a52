// Which calls that are left out are replaced by an empty primitive or an empty clear, and which are not.
#include "replay/seek/current_values.h"

#include <gtest/gtest.h>

#include <utility>

#include "replay/seek/seek_plan.h"
#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

int primitives = 0;

class CurrentValuesKept : public testing::Test {
 protected:
  CurrentValuesKept() {
    primitives = 0;
    gl.table.Begin = [](GLenum) { ++primitives; };
    gl.table.End = [] {};
    precedes(SeekRole::kAttribute);  // glColor4f
  }
  void precedes(SeekRole role) { values.precedes(gl.dispatcher, role); }
  void primitive_left_out() {
    precedes(SeekRole::kBegin);
    values.primitive_left_out(gl.dispatcher);
    precedes(SeekRole::kEnd);
  }

  FakeGl gl;
  CurrentValues values;
};

TEST_F(CurrentValuesKept, ADrawAfterAnAttributeNeedsANewPrimitive) {
  primitive_left_out();
  EXPECT_EQ(primitives, 1);
  precedes(SeekRole::kApart);  // any change of state
  EXPECT_EQ(primitives, 1) << "no attribute was set since";
  precedes(SeekRole::kAttribute);
  EXPECT_EQ(primitives, 1) << "nothing was drawn since";
  values.draw_left_out(gl.dispatcher);
  EXPECT_EQ(primitives, 2);
}

TEST_F(CurrentValuesKept, OnePrimitiveIsEnoughUntilStateChanges) {
  primitive_left_out();
  precedes(SeekRole::kAttribute);
  primitive_left_out();
  EXPECT_EQ(primitives, 1);
  precedes(SeekRole::kApart);
  EXPECT_EQ(primitives, 2);
}

TEST_F(CurrentValuesKept, EachContextIsTrackedByItself) {
  primitive_left_out();
  RecordedContext other;
  gl.dispatcher.context = &other;
  precedes(SeekRole::kApart);
  EXPECT_EQ(primitives, 1) << "the primitive was left out in the other context";
  primitive_left_out();
  EXPECT_EQ(primitives, 2) << "the attributes of this context are not known";
}

TEST_F(CurrentValuesKept, NothingIsInsertedIntoAPrimitiveThatIsIssued) {
  gl.context.begin_mode = GL_TRIANGLES;
  values.draw_left_out(gl.dispatcher);  // glCallList
  EXPECT_EQ(primitives, 0);
  gl.context.begin_mode.reset();
  values.draw_left_out(gl.dispatcher);
  EXPECT_EQ(primitives, 1);
}

TEST_F(CurrentValuesKept, AnEmptyClearReplacesAClearThatFlushesVertices) {
  static std::vector<GLbitfield> clears;
  clears.clear();
  gl.table.Clear = [](GLbitfield mask) { clears.push_back(mask); };
  const auto clear_left_out = [&] {
    precedes(SeekRole::kClear);
    values.clear_left_out(gl.dispatcher);
  };
  clear_left_out();
  clears.clear();  // the first clear does not count, because the state before it is not known
  clear_left_out();
  EXPECT_EQ(clears, std::vector<GLbitfield>{});
  precedes(SeekRole::kBegin);
  precedes(SeekRole::kVertex);
  precedes(SeekRole::kEnd);
  clear_left_out();
  clear_left_out();
  EXPECT_EQ(clears, std::vector<GLbitfield>{0});
}

// GL refuses points when the geometry shader of the program needs triangles.
TEST_F(CurrentValuesKept, AnErrorOfAnEmptyPrimitiveIsNotCounted) {
  static GLenum flag;
  flag = GL_NO_ERROR;
  gl.table.GetError = [] { return std::exchange(flag, GLenum{GL_NO_ERROR}); };
  gl.table.Begin = [](GLenum) { ++primitives, flag = GL_INVALID_OPERATION; };
  primitive_left_out();
  EXPECT_EQ(primitives, 1);
  EXPECT_EQ(flag, GLenum{GL_NO_ERROR});
}

TEST_F(CurrentValuesKept, WithoutAContextNothingIsDrawn) {
  gl.dispatcher.context = nullptr;
  primitive_left_out();
  EXPECT_EQ(primitives, 0);
}

TEST_F(CurrentValuesKept, AnotherThreadHasItsOwnContext) {
  using Id = glbindings::FunctionId;
  loaders::Batch batch;
  const auto call = [&](std::uint32_t thread, Id function, std::vector<loaders::Value> arguments) {
    batch.calls.push_back(gl.calls.add(function, std::move(arguments)));
    batch.calls.back().thread = thread;
  };
  call(0, Id::glColor3f, {f32(1), f32(0), f32(0)});
  call(5, Id::glDrawArrays, {uint(GL_TRIANGLES), sint(0), sint(3)});
  SeekPlan plan(DeadCalls{.runs = {{place_of_number(1), place_of_number(1)}}});
  plan.begin(batch);
  EXPECT_FALSE(plan.leaves_out(gl.dispatcher, batch.calls[0]));
  EXPECT_TRUE(plan.leaves_out(gl.dispatcher, batch.calls[1]));
  EXPECT_EQ(primitives, 0) << "no context is current on that thread";
}

TEST_F(CurrentValuesKept, DrawsAmongCallsThatWereLeftOutAreReplacedInTheirContext) {
  RecordedContext* const first = gl.dispatcher.context;
  RecordedContext other;
  values.draws_left_out_of(&other);
  precedes(SeekRole::kApart);
  EXPECT_EQ(primitives, 0) << "the other context has drawn";
  gl.dispatcher.context = &other;
  precedes(SeekRole::kApart);
  precedes(SeekRole::kApart);
  EXPECT_EQ(primitives, 1);
  values.calls_left_out();
  for (const int round : {0, 1}) {
    for (RecordedContext* const context : {first, &other}) {
      gl.dispatcher.context = context;
      precedes(SeekRole::kApart);
    }
    EXPECT_EQ(primitives, 3) << "round " << round << ": each may have drawn";
  }
  gl.dispatcher.context = first;
}

}  // namespace
}  // namespace replay
