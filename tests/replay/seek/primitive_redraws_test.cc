// Programs that never clear and paint everything with primitives of glBegin and glEnd. The driver proves it by a
// display list, and what a primitive sets beside pixels must be as if it had been made once.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

using tests::at::en;

class PrimitiveRedraws : public HeadlessTest {
 protected:
  static constexpr int kWidth = 8, kHeight = 4, kFrames = 8;
  using Draws = std::function<void(ApitraceScene&)>;

  // The frames before the last one are painted as a whole, in one colour or another.
  static std::string program(const Draws& last, bool is_green) {
    ApitraceScene scene;
    scene.window(kWidth, kHeight);
    for (int frame = 0; frame < kFrames - 1; ++frame) scene.fill(is_green ? kGreenColor : kRedColor).swap();
    last(scene);
    return scene.swap().bytes();
  }
  FramesShown show(const Draws& last, bool is_green, bool seek) {
    return show_frame(*platform, program(last, is_green), kFrames - 1, seek);
  }

  void expect(const Draws& last, bool leaves, bool is_proven) {
    expect_proof([&](bool is_green, bool seek) { return show(last, is_green, seek); }, leaves, is_proven);
  }

  static void vertices(ApitraceScene& scene, double left, double right) {
    for (const auto& [x, y] : {std::pair{left, -1.0}, {right, -1.0}, {right, 1.0}, {left, 1.0}})
      scene.trace.call("glVertex3f(x, y, z)", {x, y, 0.0});
  }
  static void color(ApitraceScene& scene, double red, double green, double blue, double alpha = 1) {
    scene.trace.call("glColor4f(red, green, blue, alpha)", {red, green, blue, alpha});
  }
  static void begin(ApitraceScene& scene, int mode) { scene.trace.call("glBegin(mode)", {en(mode)}); }
  static void end(ApitraceScene& scene) { scene.trace.call("glEnd()", {}); }
  static void blend(ApitraceScene& scene) {
    scene.trace.call("glEnable(cap)", {en(GL_BLEND)});
    scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
  }
};

TEST_F(PrimitiveRedraws, APrimitiveThatCoversEverything) {
  const Draws last = [](ApitraceScene& scene) { scene.fill(kBlueColor); };
  expect(last, false, true);
  constexpr std::uint64_t kCallsOfOne = 6;
  const FramesShown sought = show_frame(*platform, program(last, true), kFrames - 1, true, guesses_about_drawing());
  EXPECT_EQ(sought.left_out, (kFrames - 2) * kCallsOfOne) << "all but it and the rehearsal";
}

TEST_F(PrimitiveRedraws, TwoThatCoverEverythingTogether) {
  expect(
      [](ApitraceScene& scene) {
        for (const double left : {-1.0, 0.0}) {
          begin(scene, GL_QUADS);
          color(scene, 0.25, 0.5, 0.75 + left / 4);
          vertices(scene, left, left + 1);
          end(scene);
        }
      },
      false, true);
}

// Its first vertex has the colour of the call before it. The second time this must not be the colour of its last
// vertex.
TEST_F(PrimitiveRedraws, OneThatSetsColours) {
  expect(
      [](ApitraceScene& scene) {
        color(scene, 1, 0, 0);
        begin(scene, GL_QUADS);
        vertices(scene, -1, 1);
        color(scene, 0, 0.5, 1);
        end(scene);
        begin(scene, GL_TRIANGLES);
        for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {0.0, 0.0}})
          scene.trace.call("glVertex3f(x, y, z)", {x, y, 0.0});
        end(scene);
      },
      false, true);
}

// Were the second time drawn with the alpha of the last vertex, both times would look alike.
TEST_F(PrimitiveRedraws, NotOneThatIsTransparentUntilItsLastVertex) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene);
        color(scene, 0, 0, 0, 0.5);
        begin(scene, GL_QUADS);
        vertices(scene, -1, 1);
        color(scene, 0, 0, 0, 1);
        end(scene);
      },
      true, false);
}

TEST_F(PrimitiveRedraws, NotOneThatCoversAPart) {
  expect(
      [](ApitraceScene& scene) {
        color(scene, 0, 0.5, 1);
        begin(scene, GL_QUADS);
        vertices(scene, -1, 0.5);
        end(scene);
      },
      true, false);
}

// A list that paints everything and then does what `rest` does.
void call_list(ApitraceScene& scene, const std::function<void(ApitraceScene&)>& rest) {
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  scene.trace.call("glPushMatrix()", {});
  scene.trace.call("glScalef(x, y, z)", {2.0, 2.0, 1.0});
  scene.trace.call("glRectf(x1, y1, x2, y2)", {-0.5, -0.5, 0.5, 0.5});
  scene.trace.call("glPopMatrix()", {});
  rest(scene);
  scene.trace.call("glEndList()", {});
  scene.trace.call("glCallList(list)", {1});
}

TEST_F(PrimitiveRedraws, ADisplayListAfterOneThatDrawsNothing) {
  expect(
      [](ApitraceScene& scene) {
        scene.trace.call("glNewList(list, mode)", {2, en(GL_COMPILE)});
        color(scene, 0, 0.5, 1);
        scene.trace.call("glShadeModel(mode)", {en(GL_FLAT)});
        scene.trace.call("glEndList()", {});
        scene.trace.call("glCallList(list)", {2});
        call_list(scene, [](ApitraceScene& list) { list.trace.call("glNormal3f(nx, ny, nz)", {0.0, 0.0, 1.0}); });
      },
      false, true);
}

// Nothing is proven by then, and the picture comes next.
TEST_F(PrimitiveRedraws, NotADisplayListThatDrawsNothingAtTheEnd) {
  expect(
      [](ApitraceScene& scene) {
        begin(scene, GL_QUADS);
        color(scene, 0, 0.5, 1);
        vertices(scene, -1, 0.5);
        end(scene);
        scene.trace.call("glNewList(list, mode)", {2, en(GL_COMPILE)});
        color(scene, 0, 0.5, 1);
        scene.trace.call("glEndList()", {});
        scene.trace.call("glCallList(list)", {2});
      },
      true, false);
}

TEST_F(PrimitiveRedraws, NotADisplayListThatIsTransparentTheFirstTime) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene);
        color(scene, 0, 0, 0, 0.5);
        call_list(scene, [](ApitraceScene& list) { color(list, 0, 0, 0, 1); });
      },
      true, false);
}

TEST_F(PrimitiveRedraws, NotADisplayListThatMovesWhatItDrawsTheNextTime) {
  expect(
      [](ApitraceScene& scene) {
        color(scene, 0, 0.5, 1);
        call_list(scene, [](ApitraceScene& list) { list.trace.call("glTranslatef(x, y, z)", {2.0, 0.0, 0.0}); });
      },
      false, false);
}

// Games whose sky covers everything clear depths only. What they draw afterwards may be anything.
TEST_F(PrimitiveRedraws, WhatComesBetweenAClearOfDepthsAndOtherDraws) {
  const Draws last = [](ApitraceScene& scene) {
    scene.trace.call("glClear(mask)", {en(GL_DEPTH_BUFFER_BIT)});
    scene.fill(kBlueColor);
    scene.trace.call("glCallLists(n, type, lists)", {0, en(GL_UNSIGNED_BYTE), tests::at::null()});
  };
  expect(last, false, true);
}

TEST_F(PrimitiveRedraws, ARectangle) {
  expect(
      [](ApitraceScene& scene) {
        color(scene, 0, 0.5, 1);
        scene.trace.call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 1.0, 1.0});
      },
      false, true);
}

}  // namespace
}  // namespace replay
