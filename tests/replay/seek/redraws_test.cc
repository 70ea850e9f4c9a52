// Programs that never clear: which of their draws are guessed to draw over everything, and which of these guesses are
// proven by the driver. A wrong guess must never show in a picture.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "loaders/open.h"
#include "tests/replay/call_builder.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"
#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Numbers = std::vector<std::uint64_t>;

class GuessedRedraws : public testing::Test, public Program {
 protected:
  Numbers dead_in(const char* frames, std::size_t least_saved = 0) const {
    return dead(frames, "", false, {.not_redrawn = {}, .least_saved = least_saved});
  }
  // Shows that many frames of one draw each, and returns the number of the first draw.
  std::uint64_t paint(int frames) {
    const std::uint64_t first = next_number();
    for (int frame = 0; frame < frames; ++frame) triangles().show();
    return first;
  }
};

TEST_F(GuessedRedraws, OnlyTheWantedFrameAndAnEarlyOneAreMade) {
  const std::uint64_t first = paint(6);
  EXPECT_EQ(dead_in("5"), (Numbers{first, first + 2, first + 6, first + 8}));
}

TEST_F(GuessedRedraws, WhatNothingWasDrawnIntoIsNotProven) {
  const auto proofs = [this](const char* frames) {
    return dead_calls(frames, "", false, {.not_redrawn = {}, .least_saved = 0}).redraws.size();
  };
  paint(1);
  EXPECT_EQ(proofs("0"), 0u) << "the first draw has nothing before it";
  paint(1);
  EXPECT_EQ(proofs("1"), 1u);
}

TEST_F(GuessedRedraws, NothingIsGuessedWhereItSavesLittle) {
  paint(6);
  EXPECT_EQ(dead_in("5", 8), Numbers());
  paint(24);
  EXPECT_NE(dead_in("29", 8), Numbers());
  EXPECT_EQ(dead_in("0-29", 0), Numbers()) << "all frames are wanted";
}

TEST_F(GuessedRedraws, DrawsThatAQueryCountsAreNotMadeTwice) {
  call(Id::glBeginQuery, {uint(GL_SAMPLES_PASSED), uint(1)});
  call(Id::glGetQueryBufferObjectuiv, {uint(1), uint(2), uint(GL_QUERY_RESULT), sint(0)});
  paint(6);
  EXPECT_EQ(dead_in("5"), Numbers());
}

TEST_F(GuessedRedraws, PrimitivesOfCallsAreMadeAsAWhole) {
  const std::uint64_t first = next_number();
  for (int frame = 0; frame < 6; ++frame) {
    call(Id::glBegin, {uint(GL_TRIANGLES)});
    call(Id::glVertex2f, {f32(0), f32(0)});
    call(Id::glEnd).show();
  }
  Numbers all_but_two;
  for (const std::uint64_t frame : {0, 1, 3, 4}) {
    for (std::uint64_t call = 0; call < 3; ++call) all_but_two.push_back(first + 4 * frame + call);
  }
  EXPECT_EQ(dead_in("5"), all_but_two);
}

TEST_F(GuessedRedraws, ShadersThatReadWhatTheyDrawOverProveNothing) {
  CallBuilder builder;
  const loaders::Value source = builder.string("#extension GL_EXT_shader_framebuffer_fetch : require\nvoid main() {}");
  call(Id::glShaderSource, {uint(3), sint(1), builder.values({source}), loaders::Value()});
  paint(6);
  EXPECT_EQ(dead_in("5"), Numbers());
}

TEST_F(GuessedRedraws, DrawsThatSampleTheirDestinationProveNothing) {
  call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(11)});
  bind_framebuffer(5);
  call(Id::glFramebufferTexture2D,
       {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(11), sint(0)});
  paint(6);
  EXPECT_EQ(dead_in("5"), Numbers());
  call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(0)});
  paint(6);
  EXPECT_NE(dead_in("11"), Numbers());
}

// A program that shows frames of one draw each. Each of the first `filled` also draws into a texture, which is shown at
// the end.
class WindowsAndATexture : public GuessedRedraws {
 protected:
  static constexpr int kShown = 200;
  static constexpr std::uint16_t kTexture = Destinations::kFirstTarget;

  std::set<std::uint16_t> guessed(int filled, std::size_t least_saved) {
    call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(11)});
    bind_framebuffer(5);
    call(Id::glFramebufferTexture2D,
         {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(11), sint(0)});
    call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(0)});
    for (int frame = 0; frame < kShown; ++frame) {
      bind_framebuffer(5);
      if (frame < filled) triangles();
      bind_framebuffer(0);
      if (frame == kShown - 1) call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(11)});
      triangles().show();
    }
    std::set<std::uint16_t> destinations;
    for (const GuessedRedraw& each :
         dead_calls("199", "", false, {.not_redrawn = {}, .least_saved = least_saved}).redraws)
      destinations.insert(each.destination);
    return destinations;
  }
};

TEST_F(WindowsAndATexture, BothAreGuessedWhereTheTextureSavesMuch) {
  const auto destinations = guessed(kShown, 1);
  EXPECT_EQ(destinations.size(), 2u);
  EXPECT_TRUE(destinations.contains(kTexture));
}

TEST_F(WindowsAndATexture, TheWindowAloneIsGuessedWhereTheTextureSavesLittle) {
  const auto destinations = guessed(6, 1);
  EXPECT_EQ(destinations.size(), 1u);
  EXPECT_FALSE(destinations.contains(kTexture));
}

TEST_F(WindowsAndATexture, BothAreGuessedWhereTestsWantIt) { EXPECT_EQ(guessed(6, 0).size(), 2u); }

TEST(SeekGuessesWithout, GoesOnWithWhatWasProven) {
  constexpr std::uint16_t kProven = 1, kOther = 2, kFirstWrong = 1100;
  SeekGuesses guesses;
  for (std::uint16_t i = 0; i < SeekGuesses::kMaxNotRedrawn; ++i) {
    EXPECT_TRUE(guesses.redraws && guesses.tries(kOther));
    guesses = guesses.without({"", NotRedrawn{static_cast<std::uint16_t>(kFirstWrong + i), 10}, {kProven}});
  }
  EXPECT_TRUE(guesses.redraws);
  EXPECT_TRUE(guesses.tries(kProven));
  EXPECT_FALSE(guesses.tries(kOther)) << "nothing is known of it";
  guesses = guesses.without({"", NotRedrawn{kProven, 1000}, {kOther}});
  EXPECT_FALSE(guesses.redraws) << "what was proven turned out wrong later";
}

TEST(SeekGuessesWithout, TellsAPartFromAllOfIt) {
  const SeekGuesses guesses =
      SeekGuesses().without({"", NotRedrawn{7, 10, false}, {}}).without({"", NotRedrawn{7, 20, true}, {}});
  EXPECT_EQ(guesses.not_redrawn,
            (std::vector<NotRedrawn>{{7, 10 * SeekGuesses::kNextTry, false}, {7, 20 * SeekGuesses::kNextTry, true}}));
}

// A program that paints its window in every frame and never clears it. Two draws paint the last frames: the first one
// covers everything unless a state of the test changes that.
class ProvenRedraws : public HeadlessTest {
 protected:
  static constexpr int kWidth = 8, kHeight = 4, kFrames = 8, kLocation = 70;
  using Draws = std::function<void(Scene&)>;

  ProvenRedraws() {
    for (const char* prototype :
         {"glBlendFunc(UnsignedInt, UnsignedInt)", "glColorMask(Bool, Bool, Bool, Bool)", "glLogicOp(UnsignedInt)",
          "glBeginConditionalRender(UnsignedInt, UnsignedInt)", "glDrawElements(UnsignedInt, Int, UnsignedInt, Ptr)",
          "glEndConditionalRender()", "glBeginQuery(UnsignedInt, UnsignedInt)", "glEndQuery(UnsignedInt)",
          "glGenQueries(Int, UnsignedInt[])"})
      prototypes_.push_back(prototype);
  }

  // A negative alpha discards as many columns at the left.
  static void color(Scene& scene, double red, double green, double alpha = 1) {
    scene.trace.call("glUniform4f", {kLocation, red, green, 0.25, alpha});
  }

  std::string program(const Draws& last, double before) const {
    Scene scene;
    for (const std::string& prototype : prototypes_) scene.trace.declare(prototype);
    scene.window(kWidth, kHeight).viewport(kWidth, kHeight);
    scene.program(
        "uniform vec4 shade; out vec4 color;"
        "void main() { if (gl_FragCoord.x < -shade.a) discard; color = shade; }",
        {{"uniform", "shade", kLocation}});
    for (int frame = 0; frame < kFrames - 1; ++frame) {
      color(scene, before, 0.1 * frame);
      scene.draw().swap();
    }
    color(scene, 0.5, 0.5);
    last(scene);
    scene.swap();
    return scene.bytes();
  }

  FramesShown show(const Draws& last, double before, bool seek) {
    return show_frame(*platform, program(last, before), kFrames - 1, seek);
  }

  std::uint64_t drawing_left_out(const Draws& last) {
    return show_frame(*platform, program(last, 1), kFrames - 1, true, guesses_about_drawing()).left_out;
  }

  // Whether the earlier frames show in the last one.
  bool leaves_something(const Draws& last) { return show(last, 0, false).hashes != show(last, 1, false).hashes; }

  void expect_proven(const Draws& last) {
    EXPECT_FALSE(leaves_something(last));
    const FramesShown sought = show(last, 1, true);
    EXPECT_EQ(sought.hashes, show(last, 1, false).hashes);
    EXPECT_FALSE(sought.guess_was_wrong);
    EXPECT_EQ(drawing_left_out(last), static_cast<std::uint64_t>(kFrames - 2)) << "all but it and the rehearsal";
  }

  void expect_not_proven(const Draws& last, bool leaves) {
    EXPECT_EQ(leaves_something(last), leaves);
    const FramesShown sought = show(last, 1, true);
    EXPECT_EQ(sought.hashes, show(last, 1, false).hashes);
    EXPECT_TRUE(sought.guess_was_wrong);
  }

 private:
  std::vector<std::string> prototypes_;
};

TEST_F(ProvenRedraws, ADrawThatCoversEverything) {
  expect_proven([](Scene& scene) { scene.draw(); });
}

TEST_F(ProvenRedraws, TwoDrawsThatCoverEverythingTogether) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glViewport", {0, 0, kWidth / 2, kHeight});
    scene.draw();
    scene.trace.call("glViewport", {kWidth / 2, 0, kWidth / 2, kHeight});
    scene.draw();
  });
}

// The box that is on for the second draw must not keep what is put back from its place.
TEST_F(ProvenRedraws, ADrawInABoxAfterOneThatCoversPart) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glViewport", {0, 0, kWidth - 2, kHeight});
    scene.draw();
    scene.trace.call("glScissor", {2, 0, kWidth - 2, kHeight}).call("glEnable", {GL_SCISSOR_TEST});
    scene.trace.call("glViewport", {0, 0, kWidth, kHeight});
    color(scene, 0.75, 0);
    scene.draw();
  });
}

// What the first of two draws left is put back as it is, and not encoded once more.
TEST_F(ProvenRedraws, TwoDrawsIntoAnSrgbImage) {
  using namespace tests::at;
  constexpr int kSize = 8;
  ApitraceScene scene;
  scene.window(kSize, kSize);
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 1});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(GL_TEXTURE_2D), 0, en(GL_SRGB8_ALPHA8), kSize, kSize, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE),
                    tests::at::null()});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_FRAMEBUFFER), 1});
  scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                   {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), 1, 0});
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 0});
  scene.trace.call("glEnable(cap)", {en(GL_FRAMEBUFFER_SRGB)});
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_FRAMEBUFFER), 1});
    for (const double left : {-1.0, 0.0}) {
      scene.trace.call("glColor3f(red, green, blue)", {0.1 * frame, 0.5 + left / 4, 0.3});
      scene.trace.call("glRectf(x1, y1, x2, y2)", {left, -1.0, left + 1, 1.0});
    }
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_DRAW_FRAMEBUFFER), 0});
    scene.trace.call("glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
                     {0, 0, kSize, kSize, 0, 0, kSize, kSize, bits(GL_COLOR_BUFFER_BIT), en(GL_NEAREST)});
    scene.swap();
  }
  const auto open = [&] { return *loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene"); };
  const CallSet last = *parse_frame_set(std::to_string(kFrames - 1));
  const FramesShown sought = seek_frames(*platform, open, last, guesses_about_drawing());
  EXPECT_EQ(sought.hashes, show_frames(*platform, *open(), last, SeekPlan()).hashes);
  EXPECT_FALSE(sought.guess_was_wrong);
  EXPECT_EQ(sought.left_out, static_cast<std::uint64_t>(3 * (kFrames - 2) + 1)) << "of the rehearsal, the blit";
}

// The proof makes each draw twice.
TEST_F(ProvenRedraws, ADrawThatCannotBeMadeCountsOnce) {
  const Draws last = [](Scene& scene) {
    scene.trace.call("glDrawElements", {4, 3, GL_UNSIGNED_SHORT, 0x12345678});  // no buffer has its indices
    scene.draw();
  };
  expect_proven(last);
  EXPECT_EQ(show(last, 1, false).skipped, 1u);
  EXPECT_EQ(show(last, 1, true).skipped, 1u);
}

// The box that is on for the first draw must not keep a background from its place.
TEST_F(ProvenRedraws, ADrawInABoxAndOneBesideIt) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glScissor", {2, 0, kWidth - 2, kHeight}).call("glEnable", {GL_SCISSOR_TEST});
    scene.draw();
    scene.trace.call("glScissor", {0, 0, 2, kHeight});
    scene.draw();
  });
}

TEST_F(ProvenRedraws, AClearOfWhatADrawLeft) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glViewport", {0, 0, kWidth - 2, kHeight});
    scene.draw();
    scene.trace.call("glScissor", {kWidth - 2, 0, 2, kHeight}).call("glEnable", {GL_SCISSOR_TEST});
    scene.trace.call("glClear", {GL_COLOR_BUFFER_BIT});
  });
}

TEST_F(ProvenRedraws, NotAClearThatLeavesPartOfIt) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glViewport", {0, 0, kWidth - 2, kHeight});
        scene.draw();
        scene.trace.call("glScissor", {kWidth - 2, 0, 1, kHeight}).call("glEnable", {GL_SCISSOR_TEST});
        scene.trace.call("glClear", {GL_COLOR_BUFFER_BIT});
      },
      true);
}

TEST_F(ProvenRedraws, ADrawThatIsBlendedAndOpaque) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glEnable", {GL_BLEND}).call("glBlendFunc", {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
    scene.draw();
  });
}

TEST_F(ProvenRedraws, NotADrawThatIsBlendedAndTransparent) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glEnable", {GL_BLEND}).call("glBlendFunc", {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
        color(scene, 0.5, 0.5, 0.5);
        scene.draw();
      },
      true);
}

// Over zeros and over ones the result is the same, 0, and between them it is not: x (1 - x).
TEST_F(ProvenRedraws, NotADrawWhoseBlendingIsNotMonotonic) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glEnable", {GL_BLEND}).call("glBlendFunc", {0, GL_ONE_MINUS_DST_COLOR});
        scene.draw();
      },
      false);  // before is 0 or 1
}

TEST_F(ProvenRedraws, NotADrawWhoseShaderDiscards) {
  expect_not_proven(
      [](Scene& scene) {
        color(scene, 0.5, 0.5, -2);
        scene.draw();
      },
      true);
}

TEST_F(ProvenRedraws, NotADrawIntoAPartOfTheViewport) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glViewport", {0, 0, kWidth - 1, kHeight});
        scene.draw();
      },
      true);
}

TEST_F(ProvenRedraws, NotADrawInABox) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glScissor", {0, 0, kWidth, kHeight - 1}).call("glEnable", {GL_SCISSOR_TEST});
        scene.draw();
      },
      true);
}

TEST_F(ProvenRedraws, NotADrawUnderAMask) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glColorMask", {0, 1, 1, 1});
        scene.draw();
      },
      true);
}

TEST_F(ProvenRedraws, NotADrawWithALogicOperation) {
  expect_not_proven(
      [](Scene& scene) {
        scene.trace.call("glEnable", {GL_COLOR_LOGIC_OP}).call("glLogicOp", {GL_XOR});
        scene.draw();
      },
      true);
}

// Marks prove it (marked_redraws_test.cc).
TEST_F(ProvenRedraws, ADrawWithATestForDepth) {
  expect_proven([](Scene& scene) {
    scene.trace.call("glEnable", {GL_DEPTH_TEST});
    scene.draw();
  });
}

// It is not even guessed; the frame before it is.
TEST_F(ProvenRedraws, NotADrawThatAConditionDrops) {
  const auto last = [](Scene& scene) {
    scene.trace.call("glGenQueries", {1, tests::list({5})}).call("glBeginQuery", {GL_SAMPLES_PASSED, 5});
    scene.trace.call("glEndQuery", {GL_SAMPLES_PASSED});
    scene.trace.call("glBeginConditionalRender", {5, GL_QUERY_WAIT});  // nothing was counted
    scene.draw();
    scene.trace.call("glEndConditionalRender", {});
  };
  EXPECT_TRUE(leaves_something(last));
  const FramesShown sought = show(last, 1, true);
  EXPECT_EQ(sought.hashes, show(last, 1, false).hashes);
  EXPECT_FALSE(sought.guess_was_wrong);
  EXPECT_EQ(drawing_left_out(last), static_cast<std::uint64_t>(kFrames - 3))
      << "all but it, that before and the rehearsal";
}

// A program that paints a part in its menu, and everything later, where its frames have more calls. `menu_frames` come
// first.
std::string program_with_menu(int menu_frames, int frames) {
  constexpr int kCalls = 100;
  ApitraceScene scene;
  scene.window(8, 4);
  for (int frame = 0; frame < frames; ++frame) {
    const bool is_menu = frame < menu_frames;
    for (int i = 0; i < (is_menu ? 1 : kCalls); ++i)
      scene.trace.call("glColor3f(red, green, blue)", {0.0, is_menu ? 1.0 : 0.5, 0.001 * frame});
    scene.trace.call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, is_menu ? 0.001 * frame : 1.0, 1.0});
    scene.swap();
  }
  return scene.bytes();
}

using LaterRedraws = HeadlessTest;

// The guess is made again for frames that are far enough from the first.
TEST_F(LaterRedraws, AProgramThatPaintsEverythingLater) {
  constexpr int kMenu = 50, kAll = 500;
  const std::string recording = program_with_menu(kMenu, kAll);
  const FramesShown sought = show_frame(*platform, recording, kAll - 1, true, guesses_about_drawing());
  EXPECT_EQ(sought.hashes, show_frame(*platform, recording, kAll - 1, false).hashes);
  EXPECT_TRUE(sought.guess_was_wrong);
  EXPECT_GT(sought.left_out, static_cast<std::uint64_t>(kAll * 3 / 4));
}

TEST_F(LaterRedraws, AProgramThatPaintsAPartForLong) {
  constexpr int kMenu = 900, kAll = 1000;
  const std::string recording = program_with_menu(kMenu, kAll);
  const FramesShown sought = show_frame(*platform, recording, kAll - 1, true, guesses_about_drawing());
  EXPECT_EQ(sought.hashes, show_frame(*platform, recording, kAll - 1, false).hashes);
  EXPECT_EQ(sought.left_out, 0u) << "there is no time for another guess";
}

}  // namespace
}  // namespace replay
