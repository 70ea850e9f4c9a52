// Programs that draw in a scissor box: which draws are dead because others, or clears, come later in the same box, and
// what is proven when frames draw all of their box anew and nothing around it.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"
#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Numbers = std::vector<std::uint64_t>;

constexpr int kGameWidth = 8, kGameHeight = 6, kBarHeight = 2, kGameFrames = 40;

// A program whose first frame draws everything. The others are in a box above a bar.
class DrawsInABox : public testing::Test, public Program {
 protected:
  DrawsInABox() {
    call(Id::glViewport, {sint(0), sint(0), sint(kGameWidth), sint(kGameHeight)});
    triangles().show();
  }
  DrawsInABox& in_box(int bottom = kBarHeight) {
    enable(GL_SCISSOR_TEST);
    call(Id::glScissor, {sint(0), sint(bottom), sint(kGameWidth), sint(kGameHeight - bottom)});
    return *this;
  }
  // Draws, and shows another frame that clears the box. Returns whether the draw is dead.
  bool is_dead_before_clear() {
    triangles();
    const std::uint64_t draw = next_number() - 1;
    show();
    in_box().clear(GL_COLOR_BUFFER_BIT).show();
    const Numbers dead = dead_with_guesses("2");
    return std::ranges::find(dead, draw) != dead.end();
  }
};

TEST_F(DrawsInABox, AreDeadBeforeAClearOfTheBox) {
  in_box();
  EXPECT_TRUE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreDeadInASmallerBox) {
  in_box(kBarHeight + 1);
  EXPECT_TRUE(is_dead_before_clear());
}

// Draws that follow each other become one step, which is in the box around theirs.
TEST_F(DrawsInABox, AreDeadTogetherWhereTheBoxAroundThemIs) {
  in_box(kBarHeight + 2).triangles();
  in_box(kBarHeight + 1);
  EXPECT_TRUE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveTogetherWhereTheBoxAroundThemIs) {
  in_box(kBarHeight - 1).triangles();
  in_box();
  EXPECT_FALSE(is_dead_before_clear()) << "the draw before it is in a larger box";
}

TEST_F(DrawsInABox, AreLiveInALargerBox) {
  in_box(kBarHeight - 1);
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWithoutATest) {
  in_box().disable(GL_SCISSOR_TEST);
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWhenGlMayHaveRefusedTheBox) {
  in_box(0).call(Id::glScissor, {sint(0), sint(kBarHeight), sint(kGameWidth), sint(-1)});
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWhenOneViewportHasNoTest) {
  in_box().call(Id::glDisablei, {uint(GL_SCISSOR_TEST), uint(1)});
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWhenOneViewportHasAnotherBox) {
  in_box().call(Id::glScissorIndexed, {uint(1), sint(0), sint(0), sint(1), sint(1)});
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWhenAPopMayHaveEndedTheTest) {
  call(Id::glPushAttrib, {uint(GL_ENABLE_BIT)});
  in_box().call(Id::glPopAttrib);
  EXPECT_FALSE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreDeadWhenAPopBringsTheBoxBack) {
  in_box().call(Id::glPushAttrib, {uint(GL_SCISSOR_BIT)});
  in_box(0).call(Id::glPopAttrib);
  EXPECT_TRUE(is_dead_before_clear());
}

TEST_F(DrawsInABox, AreLiveWhenAListMayChangeTheBox) {
  call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
  call(Id::glScissor, {sint(0), sint(0), sint(1), sint(1)}).call(Id::glEndList);
  in_box();
  EXPECT_FALSE(is_dead_before_clear());
}

// A clear of the box is left out as draws in it are.
TEST_F(DrawsInABox, ClearsAreDeadAsWell) {
  in_box();
  for (int frame = 1; frame < 4; ++frame) clear(GL_COLOR_BUFFER_BIT).triangles().show();
  const std::uint64_t first = next_number() - 9;
  EXPECT_EQ(dead_with_guesses("3"), (Numbers{first, first + 1, first + 3, first + 4}));
}

TEST_F(DrawsInABox, AreGuessedToDrawAllOfIt) {
  in_box();
  const std::uint64_t first = next_number();
  for (int frame = 1; frame < 6; ++frame) triangles().show();
  const auto dead_calls_without = [&](std::vector<NotRedrawn> not_redrawn) {
    return dead_calls("5", "", false, {.not_redrawn = std::move(not_redrawn), .least_saved = 0});
  };
  const auto everything = dead_calls_without({});
  ASSERT_FALSE(everything.redraws.empty());
  EXPECT_TRUE(everything.redraws.back().area.is_empty()) << "everything is tried first";
  const std::uint16_t window = everything.redraws.back().destination;
  const DeadCalls of_part = dead_calls_without({{window, UINT64_MAX, false}});
  ASSERT_EQ(of_part.redraws.size(), 2u) << "that of the last frame, and a rehearsal";
  EXPECT_EQ(of_part.redraws.back().area,
            (Area{.box = {0, kBarHeight, kGameWidth, kGameHeight}, .width = kGameWidth, .height = kGameHeight}));
  ASSERT_EQ(of_part.runs.size(), 3u);
  EXPECT_EQ(number_at(of_part.runs.front().first), first) << "what the first frame drew is needed around the box";
  EXPECT_TRUE(dead_calls_without({{window, UINT64_MAX, false}, {window, UINT64_MAX, true}}).runs.empty());
}

// `coverage`: how much of the box the frames draw anew. `bar`: they blend a bar below, outside of the box.
std::string boxed_game(double coverage, bool bar) {
  using namespace tests::at;
  ApitraceScene scene;
  scene.window(kGameWidth, kGameHeight);
  const auto rectangle = [&](double red, double right, double bottom, double top) {
    scene.trace.call("glColor4f(red, green, blue, alpha)", {red, 0.5, 0.25, 0.125});
    scene.trace.call("glRectf(x1, y1, x2, y2)", {-1.0, bottom, right, top});
  };
  constexpr double kBarTop = 2.0 * kBarHeight / kGameHeight - 1;
  rectangle(0.75, 1, -1, 1);
  scene.swap();
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
  scene.trace.call("glScissor(x, y, width, height)", {0, kBarHeight, kGameWidth, kGameHeight - kBarHeight});
  for (int frame = 1; frame < kGameFrames; ++frame) {
    scene.trace.call("glEnable(cap)", {en(GL_SCISSOR_TEST)});
    rectangle(0.01 * frame, 2 * coverage - 1, -1, 1);
    scene.trace.call("glDisable(cap)", {en(GL_SCISSOR_TEST)});
    if (bar) {
      scene.trace.call("glEnable(cap)", {en(GL_BLEND)});
      rectangle(0.02 * frame, 1, -1, kBarTop);
      scene.trace.call("glDisable(cap)", {en(GL_BLEND)});
    }
    scene.swap();
  }
  return scene.bytes();
}

class PartRedraws : public HeadlessTest {
 protected:
  // Returns how many calls are left out on the way to the last frame, of which the picture has to be right.
  std::uint64_t left_out(const std::string& recording) {
    const FramesShown sought = show_frame(*platform, recording, kGameFrames - 1, true, guesses_about_drawing());
    EXPECT_EQ(sought.hashes, show_frame(*platform, recording, kGameFrames - 1, false).hashes);
    EXPECT_TRUE(sought.guess_was_wrong) << "everything is guessed first";
    return sought.left_out;
  }
};

TEST_F(PartRedraws, AProgramThatDrawsAllOfABox) {
  EXPECT_EQ(left_out(boxed_game(1, false)), static_cast<std::uint64_t>(kGameFrames - 3));
}

// The bar gets lighter with each frame. So it matters that it is drawn once in each, also while the box is proven.
TEST_F(PartRedraws, AProgramThatAlsoBlendsWhatIsAroundTheBox) {
  EXPECT_EQ(left_out(boxed_game(1, true)), static_cast<std::uint64_t>(kGameFrames - 3));
}

TEST_F(PartRedraws, AProgramThatDrawsAPartOfTheBox) { EXPECT_EQ(left_out(boxed_game(0.75, true)), 0u); }

}  // namespace
}  // namespace replay
