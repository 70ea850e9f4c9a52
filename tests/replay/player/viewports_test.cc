#include "replay/player/viewports.h"

#include <gtest/gtest.h>

#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using Event = Viewports::Event;

class ViewportsTest : public testing::Test {
 protected:
  Event follow(FunctionId function, std::vector<loaders::Value> arguments) {
    return viewports.follow(calls.add(function, std::move(arguments)));
  }
  Event viewport(int width, int height) {
    return follow(FunctionId::glViewport, {sint(0), sint(0), sint(width), sint(height)});
  }
  // Returns the width that a draw can reach, or 0 when it is not known.
  int drawn_width() {
    const Event event = follow(FunctionId::glDrawArrays, {uint(4), sint(0), sint(3)});
    return event.kind == Event::kDrawn && event.box ? event.box->width : 0;
  }
  CallBuilder calls;
  Viewports viewports;
};

TEST_F(ViewportsTest, ADrawReachesTheViewport) {
  EXPECT_EQ(drawn_width(), 0) << "the width is not known";
  EXPECT_EQ(viewport(30, 20).kind, Event::kSet);
  EXPECT_EQ(drawn_width(), 30);
}

TEST_F(ViewportsTest, AClearIgnoresTheViewport) {
  viewport(30, 20);
  const Event event = follow(FunctionId::glClear, {uint(0x4000)});
  EXPECT_EQ(event.kind, Event::kDrawn);
  EXPECT_FALSE(event.box);
}

TEST_F(ViewportsTest, ABlitReachesItsDestination) {
  const Event event = follow(FunctionId::glBlitFramebuffer, {sint(0), sint(0), sint(9), sint(9), sint(50), sint(40),
                                                             sint(10), sint(20), uint(0x4000), uint(0x2600)});
  ASSERT_TRUE(event.box);
  EXPECT_EQ(event.box->x, 10);
  EXPECT_EQ(event.box->y, 20);
  EXPECT_EQ(event.box->width, 40);
  EXPECT_EQ(event.box->height, 20);
}

TEST_F(ViewportsTest, AViewportSetForAFramebufferObjectAlsoAppliesToTheWindow) {
  follow(FunctionId::glBindFramebuffer, {uint(0x8D40), uint(3)});
  EXPECT_EQ(viewport(512, 512).kind, Event::kNothing);
  EXPECT_EQ(drawn_width(), 0);
  follow(FunctionId::glBindFramebuffer, {uint(0x8D40), uint(0)});
  EXPECT_EQ(drawn_width(), 512);
}

TEST_F(ViewportsTest, TheAttributeStackRestoresIt) {
  viewport(30, 20);
  follow(FunctionId::glPushAttrib, {uint(0x800)});
  viewport(5, 5);
  follow(FunctionId::glPushAttrib, {uint(0x1)});
  follow(FunctionId::glPopAttrib, {});
  EXPECT_EQ(drawn_width(), 5) << "the viewport was not pushed";
  follow(FunctionId::glPopAttrib, {});
  EXPECT_EQ(drawn_width(), 30);
  follow(FunctionId::glPopAttrib, {});
  EXPECT_EQ(drawn_width(), 30) << "one glPopAttrib too many";
}

TEST_F(ViewportsTest, CallsThatAreOnlyCompiledIntoAListHaveNoEffect) {
  viewport(30, 20);
  follow(FunctionId::glNewList, {uint(1), uint(0x1300)});
  EXPECT_EQ(viewport(5, 5).kind, Event::kNothing);
  EXPECT_EQ(drawn_width(), 0);
  follow(FunctionId::glEndList, {});
  EXPECT_EQ(drawn_width(), 30);
}

TEST_F(ViewportsTest, EachContextHasItsOwnViewport) {
  viewports.make_current(0, 0x10);
  viewport(30, 20);
  viewports.make_current(0, 0x20);
  EXPECT_EQ(drawn_width(), 0);
  viewports.make_current(0, 0x10);
  EXPECT_EQ(drawn_width(), 30);
}

TEST_F(ViewportsTest, TheFirstIndexedViewportCounts) {
  follow(FunctionId::glViewportIndexedf, {uint(1), f32(0), f32(0), f32(7), f32(7)});
  EXPECT_EQ(drawn_width(), 0) << "only the first viewport counts";
  follow(FunctionId::glViewportIndexedf, {uint(0), f32(0), f32(0), f32(8), f32(8)});
  EXPECT_EQ(drawn_width(), 8);
  follow(FunctionId::glViewportArrayv, {uint(0), sint(1), calls.floats({0, 0, 9, 9})});
  EXPECT_EQ(drawn_width(), 9);
  follow(FunctionId::glViewportArrayv, {uint(0), sint(1), calls.floats({0, 0})});
  EXPECT_EQ(drawn_width(), 9) << "the call has too few numbers";
}

}  // namespace
}  // namespace replay
