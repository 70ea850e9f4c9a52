// Programs that never clear colours and paint everything with draws that are tested for depth, or with many draws. The
// driver proves it by marks in the stencil buffer (coverage_marks.h). Nothing of the marks may show.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

using tests::at::bits;
using tests::at::en;

constexpr std::uint64_t kCallsOfFrame = 13;  // that draw: a clear and two primitives

// The window of all programs, and how many frames they show.
class MarkedPrograms : public HeadlessTest {
 protected:
  static constexpr int kWidth = 8, kHeight = 4, kFrames = 8;
};

class MarkedRedraws : public MarkedPrograms {
 protected:
  using Draws = std::function<void(ApitraceScene&)>;

  // All frames clear depths first. Those before the last one are painted as a whole by two draws that overlap.
  std::string program(const Draws& last, bool is_green) const {
    ApitraceScene scene;
    scene.visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, depth_bits, kGlxStencilSize, has_stencils ? 8 : 0});
    scene.context().make_current().window_is(kWidth, kHeight);
    call(scene, "glClearStencil(s)", {stencils_of_program});
    call(scene, "glClear(mask)", {bits(GL_STENCIL_BUFFER_BIT)});
    if (tests_depths) call(scene, "glEnable(cap)", {en(GL_DEPTH_TEST)});
    for (int frame = 0; frame < kFrames; ++frame) {
      call(scene, "glClear(mask)", {bits(GL_DEPTH_BUFFER_BIT)});
      if (frame < kFrames - 1) paint(scene, is_green ? kGreenColor : kRedColor);
      else last(scene);
      scene.swap();
    }
    return scene.bytes();
  }
  FramesShown show(const Draws& last, bool is_green, bool seek, const SeekGuesses& guesses = all_guesses()) {
    return show_frame(*platform, program(last, is_green), kFrames - 1, seek, guesses);
  }

  static void call(ApitraceScene& scene, const char* signature, std::initializer_list<tests::at::Item> arguments) {
    scene.trace.call(signature, arguments);
  }
  static void vertices(ApitraceScene& scene, double left, double right, double depth) {
    for (const auto& [x, y] : {std::pair{left, -1.0}, {right, -1.0}, {right, 1.0}, {left, 1.0}})
      call(scene, "glVertex3f(x, y, z)", {x, y, depth});
  }
  static void rectangle(ApitraceScene& scene, double left, double right, double depth, const Color& color) {
    call(scene, "glColor3f(red, green, blue)", {color.red, color.green, color.blue});
    call(scene, "glBegin(mode)", {en(7)});
    vertices(scene, left, right, depth);
    call(scene, "glEnd()", {});
  }
  static void paint(ApitraceScene& scene, const Color& color) {
    rectangle(scene, -1, 0.5, 0, color);
    rectangle(scene, 0, 1, 0.5, {color.red / 2, color.green / 2, 0.5});
  }

  static void leave_a_column(ApitraceScene& scene) { rectangle(scene, -1, 0.75, 0, kRedColor); }
  // The left half is behind another draw, which wrote no colours.
  static void paint_behind_nothing(ApitraceScene& scene) {
    call(scene, "glColorMask(red, green, blue, alpha)", {0, 0, 0, 0});
    rectangle(scene, -1, 0, -0.5, kRedColor);
    call(scene, "glColorMask(red, green, blue, alpha)", {1, 1, 1, 1});
    rectangle(scene, -1, 1, 0, kRedColor);
  }

  // Covers the window by more draws than are made twice, except for those that are missing on the right. The marks are
  // read after the last.
  static constexpr int kStrips = 4 * RedrawProof::kMaxDraws, kStripsOfColumn = kStrips / kWidth;
  static void paint_in_strips(ApitraceScene& scene, int missing = 0) {
    for (int i = 0; i < kStrips - missing; ++i)
      rectangle(scene, -1 + 2.0 * i / kStrips, -1 + 2.0 * (i + 1) / kStrips, 0, {1, 0.005 * i, 0});
  }

  // The frames before the last one show in it, or do not. Both ways the picture has to be right.
  void expect(const Draws& last, bool leaves, bool is_proven) {
    expect_proof([&](bool is_green, bool seek) { return show(last, is_green, seek); }, leaves, is_proven);
    if (is_proven) {
      EXPECT_GE(show(last, true, true, guesses_about_drawing()).left_out, kCallsOfFrame * (kFrames - 2));
    }
  }

  bool has_stencils = true, tests_depths = true;
  int depth_bits = 24, stencils_of_program = 3;
};

TEST_F(MarkedRedraws, DrawsThatHideEachOther) {
  expect([](ApitraceScene& scene) { paint(scene, kRedColor); }, false, true);
}

TEST_F(MarkedRedraws, NotThoseThatLeaveAColumn) { expect(leave_a_column, true, false); }

TEST_F(MarkedRedraws, NotThoseBehindOthersThatWroteNoColours) { expect(paint_behind_nothing, true, false); }

// Windows of this visual have the deepest depths that there are, which no window with stencils has. Each draw is made
// twice and finds the same depths both times (kept_depths.h).
class DepthsWithoutStencils : public MarkedRedraws {
 protected:
  DepthsWithoutStencils() { has_stencils = false; }
};

TEST_F(DepthsWithoutStencils, DrawsThatHideEachOther) {
  expect([](ApitraceScene& scene) { paint(scene, kRedColor); }, false, true);
}

TEST_F(DepthsWithoutStencils, NotThoseThatLeaveAColumn) { expect(leave_a_column, true, false); }

TEST_F(DepthsWithoutStencils, NotThoseBehindOthersThatWroteNoColours) { expect(paint_behind_nothing, true, false); }

TEST_F(DepthsWithoutStencils, NotMoreDrawsThanAreMadeTwice) {
  expect([](ApitraceScene& scene) { paint_in_strips(scene); }, false, false);
}

// Mesa tells core profiles the function of a test for alpha, which they do not have.
class MarkedCoreProfile : public MarkedPrograms {
 protected:
  std::string program(bool is_green) const {
    Scene scene;
    scene.window(kWidth, kHeight);
    scene.program("out vec4 color; void main() { color = vec4(0, 0, 1, 0.5); }", {});
    scene.clear(is_green ? kGreenColor : kRedColor).swap();
    scene.trace.call("glEnable", {GL_BLEND}).call("glBlendFunc", {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
    scene.trace.call("glEnable", {GL_DEPTH_TEST});
    scene.trace.call("glDepthMask", {0});  // so that the draw could be made once more for its alpha
    for (int frame = 1; frame < kFrames; ++frame) {
      scene.trace.call("glClear", {GL_DEPTH_BUFFER_BIT});
      scene.draw().swap();
    }
    return scene.bytes();
  }
};

TEST_F(MarkedCoreProfile, DoesNotCountTransparentDraws) {
  expect_proof(
      [&](bool is_green, bool seek) { return show_frame(*platform, program(is_green), 1, seek, all_guesses()); }, true,
      false);
}

// The recorded window has no stencils. That of a replay gets some for the proof, if nothing shows it.
class MarkedWithoutStencils : public MarkedRedraws {
 protected:
  MarkedWithoutStencils() { has_stencils = tests_depths = false; }
};

TEST_F(MarkedWithoutStencils, ManyDraws) {
  expect([](ApitraceScene& scene) { paint_in_strips(scene); }, false, true);
}

TEST_F(MarkedWithoutStencils, NotManyThatLeaveAColumn) {
  expect([](ApitraceScene& scene) { paint_in_strips(scene, kStripsOfColumn); }, true, false);
}

// A window that has no stencils lets all pixels pass, whatever the test is.
TEST_F(MarkedWithoutStencils, NotWhereADrawTestsThem) {
  const Draws last = [](ApitraceScene& scene) {
    paint_in_strips(scene);
    call(scene, "glEnable(cap)", {en(GL_STENCIL_TEST)});
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_NEVER), 0, 255});
    rectangle(scene, -1, 0, 0, kBlueColor);
    call(scene, "glDisable(cap)", {en(GL_STENCIL_TEST)});
  };
  expect(last, false, false);
}

// llvmpipe rounds otherwise in a window without depths, so that it must not get any.
TEST_F(MarkedWithoutStencils, NotManyDrawsWithoutDepths) {
  depth_bits = 0;
  expect([](ApitraceScene& scene) { paint_in_strips(scene); }, false, false);
}

// As soon as a few draws have covered next to nothing, the others are marked, and given up where they cannot be.
TEST_F(MarkedWithoutStencils, ADrawThatCoversEverythingAfterAFewThatCoverLittle) {
  const Draws last = [](ApitraceScene& scene) {
    for (int i = 0; i < RedrawProof::kFewDraws; ++i) rectangle(scene, -1, -0.75, 0, kBlueColor);
    rectangle(scene, -1, 1, 0, kRedColor);
  };
  expect_proof([&](bool is_green, bool seek) { return show(last, is_green, seek); }, false, true);
  depth_bits = 0;
  expect_proof([&](bool is_green, bool seek) { return show(last, is_green, seek); }, false, false);
}

TEST_F(MarkedRedraws, ManyDraws) {
  expect(
      [](ApitraceScene& scene) {
        call(scene, "glDisable(cap)", {en(GL_DEPTH_TEST)});
        paint_in_strips(scene);
      },
      false, true);
}

TEST_F(MarkedRedraws, WhatIsBlendedOverThem) {
  expect(
      [](ApitraceScene& scene) {
        rectangle(scene, -1, 0.5, 0, kRedColor);
        call(scene, "glEnable(cap)", {en(GL_BLEND)});
        call(scene, "glBlendFunc(sfactor, dfactor)", {en(0), en(GL_ONE_MINUS_DST_COLOR)});
        rectangle(scene, -1, 0.25, -0.5, kGreenColor);
        call(scene, "glDisable(cap)", {en(GL_BLEND)});
        rectangle(scene, 0, 1, 0.5, kBlueColor);
      },
      false, true);
}

TEST_F(MarkedRedraws, NotWhereOnlyBlendedDrawsAre) {
  expect(
      [](ApitraceScene& scene) {
        rectangle(scene, -1, 0.5, 0, kRedColor);
        call(scene, "glEnable(cap)", {en(GL_BLEND)});
        call(scene, "glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
        call(scene, "glColor4f(red, green, blue, alpha)", {0.0, 0.0, 0.0, 0.5});
        call(scene, "glRectf(x1, y1, x2, y2)", {0.0, -1.0, 1.0, 1.0});
        call(scene, "glDisable(cap)", {en(GL_BLEND)});
      },
      true, false);
}

class MarkedBlending : public MarkedRedraws {
 protected:
  static void blend(ApitraceScene& scene, int depth_function) {
    call(scene, "glEnable(cap)", {en(GL_BLEND)});
    call(scene, "glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
    call(scene, "glDepthFunc(func)", {en(depth_function)});
  }
  static void color(ApitraceScene& scene, double red, double alpha) {
    call(scene, "glColor4f(red, green, blue, alpha)", {red, 0.25, 0.25, alpha});
  }
};

TEST_F(MarkedBlending, DrawsThatAreOpaque) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LEQUAL);
        paint(scene, kRedColor);
      },
      false, true);
}

TEST_F(MarkedBlending, ManyDrawsThatAreOpaque) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LESS);
        call(scene, "glDisable(cap)", {en(GL_DEPTH_TEST)});
        paint_in_strips(scene);
      },
      false, true);
}

TEST_F(MarkedBlending, ThoseThatWriteNoDepths) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LESS);
        call(scene, "glDepthMask(flag)", {0});
        paint(scene, kRedColor);
        call(scene, "glDepthMask(flag)", {1});
      },
      false, true);
}

// A second fragment with the same depth may be one that the test has refused.
TEST_F(MarkedBlending, NotThoseThatAreTestedForLess) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LESS);
        paint(scene, kRedColor);
      },
      false, false);
}

TEST_F(MarkedBlending, NotThoseThatAreTransparent) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LEQUAL);
        color(scene, 1, 0.5);
        call(scene, "glBegin(mode)", {en(7)});
        vertices(scene, -1, 1, 0);
        call(scene, "glEnd()", {});
      },
      true, false);
}

TEST_F(MarkedBlending, NotWhatIsOpaqueBehindThem) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LEQUAL);
        call(scene, "glBegin(mode)", {en(7)});
        color(scene, 1, 0.5);
        vertices(scene, -1, 1, -0.5);
        color(scene, 0, 1);
        vertices(scene, -1, 1, 0.5);
        call(scene, "glEnd()", {});
      },
      true, false);
}

// The first vertex of each has the colour of the call before it, both times that the first is made.
TEST_F(MarkedBlending, PrimitivesThatSetColours) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LEQUAL);
        color(scene, 1, 1);
        for (const double depth : {0.0, -0.5}) {
          call(scene, "glBegin(mode)", {en(7)});
          vertices(scene, -1, depth < 0 ? 0 : 1, depth);
          color(scene, 0.5, depth < 0 ? 0.25 : 1);
          call(scene, "glEnd()", {});
        }
      },
      false, true);
}

TEST_F(MarkedBlending, TestsForAlphaAreAsTheProgramChoseThem) {
  expect(
      [](ApitraceScene& scene) {
        blend(scene, GL_LEQUAL);
        call(scene, "glAlphaFunc(func, ref)", {en(GL_GREATER), 0.25});
        paint(scene, kRedColor);
        call(scene, "glEnable(cap)", {en(GL_ALPHA_TEST)});
        for (const double alpha : {0.125, 0.375}) {
          color(scene, 1, alpha);
          call(scene, "glRectf(x1, y1, x2, y2)", {alpha, -1.0, 2 * alpha, 1.0});
        }
      },
      false, true);
}

// The program's stencils are there again for a draw that comes after the proof.
TEST_F(MarkedRedraws, StencilsAreAsTheProgramLeftThem) {
  const Draws last = [](ApitraceScene& scene) {
    rectangle(scene, -1, 1, 0, kRedColor);
    call(scene, "glEnable(cap)", {en(GL_STENCIL_TEST)});
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_EQUAL), 3, 255});
    rectangle(scene, -1, 0, -0.5, kBlueColor);
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_EQUAL), 0, 255});
    rectangle(scene, 0, 1, -0.5, kGreenColor);
    call(scene, "glDisable(cap)", {en(GL_STENCIL_TEST)});
  };
  expect(last, false, true);
}

TEST_F(MarkedRedraws, TestsOfStencilsAreAsTheProgramChoseThem) {
  const Draws last = [](ApitraceScene& scene) {
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_EQUAL), 3, 255});
    call(scene, "glStencilOp(fail, zfail, zpass)", {en(GL_KEEP), en(GL_KEEP), en(GL_KEEP)});
    paint(scene, kRedColor);
    call(scene, "glEnable(cap)", {en(GL_STENCIL_TEST)});
    rectangle(scene, -1, 0, -0.5, kBlueColor);
    call(scene, "glDisable(cap)", {en(GL_STENCIL_TEST)});
  };
  expect(last, false, true);
}

TEST_F(MarkedRedraws, NotWhereStencilsDecide) {
  const Draws last = [](ApitraceScene& scene) {
    rectangle(scene, -1, 0, 0, kRedColor);
    call(scene, "glEnable(cap)", {en(GL_STENCIL_TEST)});
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_ALWAYS), 3, 255});
    rectangle(scene, 0, 1, 0, kGreenColor);
    call(scene, "glDisable(cap)", {en(GL_STENCIL_TEST)});
  };
  expect(last, false, false);
}

// Stencils that are cleared to what marks are would look like marks.
TEST_F(MarkedRedraws, NotWhereStencilsAreCleared) {
  const Draws last = [](ApitraceScene& scene) {
    rectangle(scene, -1, 0, 0, kRedColor);
    call(scene, "glClearStencil(s)", {3 ^ 255});
    call(scene, "glScissor(x, y, width, height)", {0, 0, 1, 1});
    call(scene, "glEnable(cap)", {en(GL_SCISSOR_TEST)});
    call(scene, "glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)});
    call(scene, "glDisable(cap)", {en(GL_SCISSOR_TEST)});
    call(scene, "glClear(mask)", {bits(GL_STENCIL_BUFFER_BIT)});
    rectangle(scene, -1, 0.25, -0.5, kRedColor);
  };
  expect(last, true, false);
}

TEST_F(MarkedRedraws, NotWhereTheProgramsStencilsDiffer) {
  const Draws last = [](ApitraceScene& scene) {
    call(scene, "glEnable(cap)", {en(GL_STENCIL_TEST)});
    call(scene, "glStencilFunc(func, ref, mask)", {en(GL_ALWAYS), 9, 255});
    call(scene, "glStencilOp(fail, zfail, zpass)", {en(GL_KEEP), en(GL_KEEP), en(GL_REPLACE)});
    call(scene, "glColorMask(red, green, blue, alpha)", {0, 0, 0, 0});
    rectangle(scene, -1, 0, 0.75, kRedColor);
    call(scene, "glColorMask(red, green, blue, alpha)", {1, 1, 1, 1});
    call(scene, "glDisable(cap)", {en(GL_STENCIL_TEST)});
    paint(scene, kRedColor);
  };
  expect(last, false, false);
}

// The same with shaders.
class MarkedShaders : public MarkedPrograms {
 protected:
  static std::string program(const std::string& fragment, double before) {
    constexpr int kLocation = 70;
    Scene scene;
    scene.window(kWidth, kHeight).viewport(kWidth, kHeight);
    scene.trace.declare("glDepthFunc(UnsignedInt)");
    scene.program(fragment, {{"uniform", "shade", kLocation}});
    scene.clear(kRedColor);  // the shader of one test writes no colour
    scene.trace.call("glEnable", {GL_DEPTH_TEST}).call("glDepthFunc", {GL_ALWAYS});
    for (int frame = 0; frame < kFrames; ++frame) {
      const bool is_last = frame == kFrames - 1;
      scene.trace.call("glUniform4f", {kLocation, is_last ? 0.5 : before, 0.25, 0.125, is_last ? 2.0 : 1.0});
      scene.trace.call("glClear", {GL_DEPTH_BUFFER_BIT});
      scene.draw().swap();
    }
    return scene.bytes();
  }
  FramesShown show(const std::string& fragment, double before, bool seek) const {
    return show_frame(*platform, program(fragment, before), kFrames - 1, seek, guesses_about_drawing());
  }
  void expect(const std::string& fragment, bool leaves, bool is_proven) const {
    const auto show = [&](double before, bool seek) { return this->show(fragment, before, seek); };
    EXPECT_EQ(show(0, false).hashes != show(1, false).hashes, leaves);
    for (const double before : {0, 1}) {
      const FramesShown sought = show(before, true);
      EXPECT_EQ(sought.hashes, show(before, false).hashes);
      EXPECT_EQ(sought.left_out > 0, is_proven);
    }
  }
};

TEST_F(MarkedShaders, OneThatWritesItsColour) {
  expect("uniform vec4 shade; out vec4 color; void main() { color = vec4(shade.rgb, 1); }", false, true);
}

TEST_F(MarkedShaders, NotOneThatDiscards) {
  expect(
      "uniform vec4 shade; out vec4 color;"
      "void main() { if (shade.a > 1 && gl_FragCoord.x < 2) discard; color = vec4(shade.rgb, 1); }",
      true, false);
}

// The test comes before the shader, which then discards.
TEST_F(MarkedShaders, NotOneThatIsTestedEarly) {
  expect(
      "#extension GL_ARB_shader_image_load_store : require\n"
      "layout(early_fragment_tests) in; uniform vec4 shade; out vec4 color;"
      "void main() { if (shade.a > 1 && gl_FragCoord.x < 2) discard; color = vec4(shade.rgb, 1); }",
      true, false);
}

// It writes the colour of the second draw buffer, which there is none of. What the first gets is undefined, so only the
// verdict can be expected.
TEST_F(MarkedShaders, NotOneThatWritesAnotherColour) {
  const std::string fragment =
      "#extension GL_ARB_explicit_attrib_location : require\n"
      "uniform vec4 shade; layout(location = 1) out vec4 color; void main() { color = vec4(shade.rgb, 1); }";
  EXPECT_EQ(show(fragment, 0, true).left_out, 0);
}

}  // namespace
}  // namespace replay
