#include "replay/seek/drawing_history.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;

using Numbers = std::vector<std::uint64_t>;

// The first call of a test has the number 1, so calls 1 to 3 are frame 0 with its draw, and so on.
TEST(DrawingHistory, DrawsThatTheNextFrameClearsAreDead) {
  Program program;
  program.clear().triangles().show().clear().triangles().show();
  EXPECT_EQ(program.dead("1"), (Numbers{1, 2}));
  EXPECT_EQ(program.dead("0"), Numbers{});
  EXPECT_EQ(program.dead("0-1"), Numbers{});
}

TEST(DrawingHistory, WithoutAClearEverythingLives) {
  Program program;
  program.clear().triangles().show().triangles().show().triangles().show();
  EXPECT_EQ(program.dead("2"), Numbers{});
}

// A program that writes texts by bitmaps, which move the raster position.
class TextProgram : public Program {
 public:
  TextProgram& position() {
    call(Id::glRasterPos2f, {f32(0), f32(0)});
    return *this;
  }
  TextProgram& text() {
    for (int letter = 0; letter < 2; ++letter)
      call(Id::glBitmap, {sint(2), sint(2), f32(0), f32(0), f32(3), f32(0), null()});
    return *this;
  }
  TextProgram& next_frame() {
    show();
    clear();
    return *this;
  }
};

class Texts : public testing::Test, public TextProgram {};

TEST_F(Texts, AreDeadWhenThePositionIsSetAgain) {
  position().text().position().text().next_frame().position().text().show();
  EXPECT_EQ(dead("1"), (Numbers{2, 3, 5, 6}));
}

TEST_F(Texts, AreKeptWhenTheNextFrameGoesOnWhereTheyEnd) {
  position().text().next_frame().text().position().show();
  EXPECT_EQ(dead("1"), Numbers{});
}

TEST_F(Texts, AreKeptWhenAnotherFrameGoesOnWhereTheyEnd) {
  position().text().next_frame().text().next_frame().position().text().show();
  EXPECT_EQ(dead("2"), (Numbers{5, 6, 7})) << "of the first two frames only the last text, and the clear before it";
}

TEST_F(Texts, AreKeptWhenPixelsAreDrawnWhereTheyEnd) {
  position().text().call(Id::glDrawPixels, {sint(1), sint(1), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), null()});
  next_frame().position().show();
  EXPECT_EQ(dead("1"), Numbers{4}) << "the pixels";
}

TEST_F(Texts, AreKeptWhenThePositionMayComeBack) {
  position().text().call(Id::glPushAttrib, {uint(GL_CURRENT_BIT)});
  text().next_frame().position().call(Id::glPopAttrib);
  text().show();
  EXPECT_EQ(dead("1"), (Numbers{5, 6})) << "those after the push";
}

TEST_F(Texts, AreKeptWhenAListMayGoOnWhereTheyEnd) {
  for (const bool draws_text : {false, true}) {
    TextProgram program;
    program.call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
    if (draws_text) program.text();
    else program.triangles().triangles();
    program.call(Id::glEndList);
    program.position().text().next_frame().call(Id::glCallList, {uint(1)});
    program.position().show();
    EXPECT_EQ(program.dead("1"), draws_text ? Numbers{} : (Numbers{6, 7})) << draws_text;
  }
}

TEST_F(Texts, AreKeptWhenGlMayHaveRefusedToSetThePosition) {
  position().text().next_frame().call(Id::glBegin, {uint(GL_TRIANGLES)});
  position().call(Id::glEnd);
  text().show();
  EXPECT_EQ(dead("1"), Numbers{});
}

// A recorder writes a call when it ends, so others that began later may come before it.
TEST(DrawingHistory, ACallThatEndsLateIsFollowedInItsPlace) {
  Program program;
  program.clear().triangles().call(Id::glFinish).late().call(Id::glFlush).show().clear().triangles().show();
  EXPECT_EQ(program.dead("1"), (Numbers{1, 2}));
  Program boxed;
  boxed.clear().triangles().show().enable(GL_SCISSOR_TEST).late().call(Id::glFlush).clear().triangles().show();
  EXPECT_EQ(boxed.dead("1"), Numbers{}) << "the clear leaves what is outside of the box";
}

TEST(DrawingHistory, ADrawThatEndsLateIsLeftOutWithThoseAroundIt) {
  Program program;
  program.triangles().triangles().late().triangles().show().clear().triangles().show();
  EXPECT_EQ(program.dead("1"), (Numbers{1, 2, 3}));
  Program primitive;
  primitive.call(Id::glBegin, {uint(GL_TRIANGLES)}).call(Id::glVertex2f, {uint(0), uint(0)}).late();
  primitive.call(Id::glColor3f, {uint(0), uint(0), uint(0)}).call(Id::glEnd).show().clear().triangles().show();
  EXPECT_EQ(primitive.dead("1"), (Numbers{1, 2, 3, 4}));
}

TEST(DrawingHistory, ADrawOfAnotherThreadThatEndsLateIsNotOneOfThoseAroundIt) {
  Program program;
  program.thread(1).other_context(8);    // 1
  program.thread(0).triangles();         // 2
  program.thread(1).triangles().late();  // 3
  program.thread(0).triangles();         // 4
  program.triangles().show();            // 5, 6
  program.clear().triangles().show();
  EXPECT_EQ(program.dead("1"), (Numbers{2, 4, 5})) << "the window of the other thread is never cleared";
}

TEST(DrawingHistory, APictureAfterACallThatEndsLateKeepsTheDrawsBeforeIt) {
  Program program;
  program.triangles().clear().triangles().late().call(Id::glFinish).show().clear().show();
  EXPECT_EQ(program.dead("", "3"), Numbers{1});
}

TEST(DrawingHistory, APrimitiveDuringWhichAnotherThreadMakesCallsIsMade) {
  Program program;
  program.thread(1).other_context(8);                                                              // 1
  program.thread(0).call(Id::glBegin, {uint(GL_TRIANGLES)});                                       // 2
  program.thread(1).clear().triangles().show();                                                    // 3, 4, 5
  program.thread(0).call(Id::glVertex2f, {uint(0), uint(0)}).call(Id::glEnd).clear().triangles();  // 6, 7, 8, 9
  program.thread(1).clear().show();                                                                // 10, 11
  EXPECT_EQ(program.dead("1"), (Numbers{3, 4}));
}

TEST(DrawingHistory, AClearOfAPartLeavesTheRest) {
  for (auto spare :
       {+[](Program& p) { p.enable(GL_SCISSOR_TEST); }, +[](Program& p) { p.enable(GL_RASTERIZER_DISCARD); },
        +[](Program& p) {
          p.call(Id::glColorMask, {uint(1), uint(1), uint(1), uint(0)});
        },
        +[](Program& p) {
          p.call(Id::glColorMaski, {uint(0), uint(1), uint(1), uint(1), uint(0)});
        },
        +[](Program& p) { p.call(Id::glDrawBuffer, {uint(GL_NONE)}); },
        +[](Program& p) { p.call(Id::glPushAttrib, {uint(GL_SCISSOR_BIT)}).enable(GL_SCISSOR_TEST); },
        +[](Program& p) {
          p.call(Id::glEnablei, {uint(GL_SCISSOR_TEST), uint(0)});
        }}) {
    Program program;
    spare(program);
    program.triangles().show().clear().triangles().show();
    EXPECT_EQ(program.dead("1"), Numbers{});
  }
}

TEST(DrawingHistory, TheAttributeStackRestoresState) {
  Program program;
  program.call(Id::glPushAttrib, {uint(GL_SCISSOR_BIT)}).enable(GL_SCISSOR_TEST).call(Id::glPopAttrib);
  program.triangles().show().clear().show();
  EXPECT_EQ(program.dead("1"), Numbers{4});
}

// Mesa 22.3 forgets then that the test was enabled, and leaves it so.
TEST(DrawingHistory, WhatChangedWhileSomethingElseWasPushedMayStay) {
  Program program;
  program.call(Id::glPushAttrib, {uint(GL_SCISSOR_BIT)}).call(Id::glPushAttrib, {uint(GL_POLYGON_BIT)});
  program.enable(GL_SCISSOR_TEST).call(Id::glPopAttrib).call(Id::glPopAttrib);
  program.triangles().show().clear().show();
  EXPECT_EQ(program.dead("1"), Numbers{});
}

TEST(DrawingHistory, DepthLivesWhereItIsUsedAndNotCleared) {
  Program program;
  program.enable(GL_DEPTH_TEST).clear().triangles().show().clear(GL_COLOR_BUFFER_BIT).triangles().show();
  EXPECT_EQ(program.dead("1"), Numbers{}) << "the depth of frame 0 decides what frame 1 shows";
  Program flat;
  flat.disable(GL_DEPTH_TEST).clear().triangles().show().clear(GL_COLOR_BUFFER_BIT).triangles().show();
  EXPECT_EQ(flat.dead("1"), (Numbers{2, 3}));
}

// Some games draw the scene with the depth test and an overlay without it. Returns what may be left out of two frames
// that clear colours only, after `off`.
Numbers dead_behind(void (*off)(Program&)) {
  Program program;
  program.call(Id::glPushAttrib, {uint(GL_DEPTH_BUFFER_BIT)}).enable(GL_DEPTH_TEST).clear().triangles();
  off(program);
  const std::uint64_t begin = program.next_number();
  program.show();
  for (int frame = 1; frame <= 2; ++frame) program.clear(GL_COLOR_BUFFER_BIT).triangles().show();  // 1 to 3, 4 to 6
  Numbers numbers;
  for (const std::uint64_t number : program.dead("2")) {
    if (number > begin) numbers.push_back(number - begin);
  }
  return numbers;
}

TEST(DrawingHistory, DepthIsDeadWhenItIsNotTested) {
  EXPECT_EQ(dead_behind([](Program& p) { p.disable(GL_DEPTH_TEST); }), (Numbers{1, 2}));
  EXPECT_EQ(dead_behind([](Program& p) { p.call(Id::glPopAttrib); }), (Numbers{1, 2}));
  EXPECT_EQ(dead_behind([](Program&) {}), Numbers{1}) << "the clear, of colours alone";
  EXPECT_EQ(dead_behind([](Program& p) { p.disable(GL_DEPTH_TEST).enable(GL_DEPTH_BOUNDS_TEST_EXT); }), Numbers{1});
}

TEST(DrawingHistory, DepthThatDrawsReadAndDoNotWriteKeepsNone) {
  const auto close = [](Program& p) { p.call(Id::glDepthMask, {uint(GL_FALSE)}); };
  EXPECT_EQ(dead_behind(close), (Numbers{1, 2}));
  EXPECT_EQ(dead_behind([](Program& p) {
              p.call(Id::glDepthMask, {uint(GL_FALSE)}).call(Id::glPopAttrib).enable(GL_DEPTH_TEST);
            }),
            Numbers{1})
      << "the mask comes back";
}

TEST(DrawingHistory, DrawsUnderAMaskForAllColoursDrawNone) {
  const auto mask = [](Program& p, std::uint64_t channels, std::uint64_t alpha) {
    p.call(Id::glColorMask, {uint(channels), uint(channels), uint(channels), uint(alpha)});
  };
  Program program;
  program.clear();
  mask(program, 0, 0);
  program.triangles();  // 3
  mask(program, 0, 1);
  program.triangles();
  mask(program, 0, 0);
  program.call(Id::glColorMaski, {uint(0), uint(1), uint(1), uint(1), uint(1)}).triangles();
  program.show();
  EXPECT_EQ(program.dead("0"), Numbers{3});
}

// A compositor takes the pixels of X's pixmaps from what the recorder wrote.
TEST(DrawingHistory, TexturesOfPixmapsDoNotEndIt) {
  Program program;
  program.call(Id::glXBindTexImageEXT, {uint(1), uint(2), sint(3), uint(0)});
  program.clear().triangles().show().clear().show();
  EXPECT_EQ(program.dead("1"), (Numbers{2, 3}));
}

TEST(DrawingHistory, ATestThatAListEnablesCountsFromTheListOn) {
  for (const bool lists : {false, true}) {
    Program program;
    program.call(Id::glNewList, {uint(1), uint(GL_COMPILE)})
        .enable(lists ? GL_DEPTH_TEST : GL_BLEND)
        .call(Id::glEndList);
    program.clear(GL_COLOR_BUFFER_BIT).triangles().show().clear(GL_COLOR_BUFFER_BIT).triangles().show();  // 4 to 9
    EXPECT_EQ(program.dead("1"), lists ? Numbers{4} : (Numbers{4, 5}));
  }
}

TEST(DrawingHistory, AFrontBufferThatIsChosenMattersWhereItIsRead) {
  const auto dead = [](bool reads) {
    Program program;
    program.call(Id::glReadBuffer, {uint(GL_FRONT)}).triangles().show().clear().triangles();
    if (reads) program.call(Id::glCopyTexSubImage2D, std::vector<loaders::Value>(8, sint(0)));
    program.show().clear().show();
    return program.dead("2");
  };
  EXPECT_EQ(dead(false), (Numbers{2, 4, 5}));
  EXPECT_EQ(dead(true), Numbers{});
}

TEST(DrawingHistory, DrawsThatAreCopiedLive) {
  Program program;
  program.clear().triangles();
  program.call(Id::glCopyTexSubImage1D, {uint(GL_TEXTURE_1D), sint(0), sint(0), sint(0), sint(0), sint(8)});
  program.show().clear().triangles().show().clear().show();
  EXPECT_EQ(program.dead("2"), (Numbers{5, 6}));
}

TEST(DrawingHistory, AReadIntoABufferIsACopyAndOneIntoMemoryIsNot) {
  const auto read = [](Program& p) {
    p.call(Id::glReadPixels, {sint(0), sint(0), sint(8), sint(8), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(16)});
  };
  Program memory;
  read(memory.triangles());
  memory.show().clear().show();
  EXPECT_EQ(memory.dead("1"), Numbers{1});
  Program buffer;
  read(buffer.call(Id::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(3)}).triangles());
  buffer.show().clear().show();
  EXPECT_EQ(buffer.dead("1"), Numbers{});
}

TEST(DrawingHistory, APrimitiveIsLeftOutAsAWhole) {
  Program program;
  program.call(Id::glBegin, {uint(GL_TRIANGLES)}).call(Id::glColor3f, {f32(1), f32(0), f32(0)});
  program.call(Id::glVertex2f, {f32(0), f32(0)}).call(Id::glEnd).show().clear().show();
  EXPECT_EQ(program.dead("1"), (Numbers{1, 2, 3, 4})) << "the player sets the colour of a primitive that is left out";
}

TEST(DrawingHistory, APrimitiveThatContainsOtherCallsStays) {
  Program program;
  program.call(Id::glBegin, {uint(GL_TRIANGLES)}).call(Id::glArrayElement, {sint(0)}).call(Id::glEnd);
  program.show().clear().show();
  EXPECT_EQ(program.dead("1"), Numbers{});
}

TEST(DrawingHistory, DrawsThatWriteBuffersStay) {
  Program program;
  program.call(Id::glBeginTransformFeedback, {uint(GL_POINTS)})
      .triangles()
      .call(Id::glEndTransformFeedback)
      .triangles();
  program.show().clear().show();
  EXPECT_EQ(program.dead("1"), Numbers{4});
}

TEST(DrawingHistory, DepthLivesBeforeADrawThatMayWriteMemory) {
  Program program;
  program.enable(GL_DEPTH_TEST).clear().triangles();
  program.call(Id::glBindBufferBase, {uint(GL_SHADER_STORAGE_BUFFER), uint(0), uint(4)})
      .triangles()
      .show()
      .clear()
      .show();
  EXPECT_EQ(program.dead("1"), Numbers{});
}

TEST(DrawingHistory, CountedDrawsLiveWhenTheirCountMatters) {
  const auto frames = [](Program& p) {
    p.triangles().call(Id::glBeginQuery, {uint(GL_SAMPLES_PASSED), uint(1)}).triangles();      // 1 to 3
    p.call(Id::glEndQuery, {uint(GL_SAMPLES_PASSED)}).triangles().show().clear().triangles();  // 4 to 8
  };
  Program unused;
  frames(unused);
  unused.show();
  EXPECT_EQ(unused.dead("1"), (Numbers{1, 3, 5}));
  Program conditional;
  frames(conditional);
  conditional.call(Id::glBeginConditionalRender, {uint(1), uint(GL_QUERY_WAIT)}).triangles();
  conditional.call(Id::glEndConditionalRender).show();
  EXPECT_EQ(conditional.dead("1"), (Numbers{1, 5})) << "colours do not decide how many samples pass";
  Program tested;
  tested.enable(GL_DEPTH_TEST);
  frames(tested);
  tested.call(Id::glBeginConditionalRender, {uint(1), uint(GL_QUERY_WAIT)}).triangles();
  tested.call(Id::glEndConditionalRender).show();
  EXPECT_EQ(tested.dead("1"), Numbers{6}) << "depths do";
}

TEST(DrawingHistory, ShowingACanvasClearsItUnlessItIsPreserved) {
  for (const bool keep : {false, true}) {
    CallBuilder names;
    Program program;
    const auto no = uint(0);
    program.call(Id::replayCreateCanvas, {uint(3), no, no, no, no, uint(keep)});                  // 1
    program.call(Id::replayBindCanvas, {uint(3), sint(8), sint(8)}).triangles();                  // 2, 3
    program.call(Id::replayPresentCanvases, {no, sint(1), names.names({3})}).triangles().show();  // 4 to 6
    EXPECT_EQ(program.dead("1"), keep ? Numbers{} : Numbers{3});
  }
}

TEST(DrawingHistory, AConditionalClearMayLeaveEverything) {
  Program program;
  program.triangles().show().call(Id::glBeginConditionalRender, {uint(1), uint(GL_QUERY_WAIT)}).clear();
  program.call(Id::glEndConditionalRender).triangles().show();
  EXPECT_EQ(program.dead("1"), Numbers{});
}

TEST(DrawingHistory, DeletingABoundFramebufferBindsTheWindow) {
  CallBuilder names;
  Program program;
  program.clear().triangles().show();
  program.bind_framebuffer(5);
  program.call(Id::glDeleteFramebuffers, {sint(1), names.names({5})}).triangles().show();
  EXPECT_EQ(program.dead("1"), Numbers{}) << "frame 1 draws over frame 0";
}

TEST(DrawingHistory, AListThatHoldsAMaskReadsNoPixels) {
  const SeekGuesses guesses{.redraws = false, .not_redrawn = {}};
  const auto dead = [&](Id in_list, std::vector<loaders::Value> arguments) {
    Program program;
    program.call(Id::glNewList, {uint(1), uint(GL_COMPILE)}).call(in_list, std::move(arguments));
    program.call(Id::glEndList);                                         // 3
    program.clear().triangles().call(Id::glCallList, {uint(1)}).show();  // 4, 5, 6, 7
    program.clear().triangles().call(Id::glCallList, {uint(1)}).show();
    return program.dead("1", "", false, guesses);
  };
  EXPECT_EQ(dead(Id::glDepthMask, {uint(GL_FALSE)}), (Numbers{4, 5, 6}));
  EXPECT_EQ(dead(Id::glCopyPixels, {sint(0), sint(0), sint(1), sint(1), uint(GL_COLOR)}), Numbers{6});
}

TEST(DrawingHistory, AListIsADrawUnlessItHoldsMore) {
  const auto frames = [](Program& p) { p.call(Id::glCallList, {uint(1)}).show().clear().show(); };
  Program draws;
  draws.call(Id::glNewList, {uint(1), uint(GL_COMPILE)}).triangles().enable(GL_LIGHTING).call(Id::glEndList);
  frames(draws);
  EXPECT_EQ(draws.dead("1"), Numbers{5}) << "draws that are compiled into the list do not count";
  Program scissors;
  scissors.call(Id::glNewList, {uint(1), uint(GL_COMPILE)}).enable(GL_SCISSOR_TEST).call(Id::glEndList);
  frames(scissors);
  EXPECT_EQ(scissors.dead("1"), Numbers{});
  Program clears;
  clears.call(Id::glNewList, {uint(1), uint(GL_COMPILE)}).clear().call(Id::glEndList);
  frames(clears);
  EXPECT_EQ(clears.dead("1"), Numbers{});
}

// The driver is asked for masks, but not for the buffers that a clear goes to.
TEST(DrawingHistory, AViewportInWhichNothingIsDrawnSaysNothingOfTheWindow) {
  const auto dead = [](bool draws_in_both) {
    Program program;
    for (int frame = 0; frame < 3; ++frame) {
      program.viewport(0, 0, 60, 48).call(Id::glScissor, {sint(0), sint(0), sint(60), sint(48)});
      program.enable(GL_SCISSOR_TEST).clear().triangles().disable(GL_SCISSOR_TEST).viewport(0, 0, 80, 60);
      if (draws_in_both) program.triangles();
      program.show();
    }
    return program.dead_with_guesses("2");
  };
  EXPECT_EQ(dead(false), (Numbers{4, 5, 12, 13}));
  EXPECT_EQ(dead(true), (Numbers{13, 14})) << "of the last two frames the boxes only";
}

TEST(DrawingHistory, AListSpoilsGuessesWhereItMayChooseBuffers) {
  const auto dead_after = [](void (*fill)(Program&)) {
    Program program;
    program.call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
    fill(program);
    program.call(Id::glEndList).call(Id::glCallList, {uint(1)});
    const std::uint64_t draw = program.next_number();
    program.triangles().show().clear().show();
    EXPECT_EQ(program.dead("1"), Numbers{});
    return program.dead_with_guesses("1") == Numbers{draw - 1, draw};
  };
  EXPECT_TRUE(dead_after([](Program& p) { p.call(Id::glDepthMask, {uint(0)}); }));
  EXPECT_FALSE(dead_after([](Program& p) { p.call(Id::glDrawBuffer, {uint(GL_NONE)}); }));
  EXPECT_FALSE(dead_after([](Program& p) { p.call(Id::glPopAttrib); }));
  EXPECT_FALSE(dead_after([](Program& p) { p.call(Id::glPushAttrib, {uint(GL_COLOR_BUFFER_BIT)}); }));
}

TEST(DrawingHistory, NothingIsGuessedWhereItSavesNothing) {
  const SeekGuesses guesses{.redraws = false, .not_redrawn = {}};
  Program program;
  program.call(Id::glViewport, {sint(0), sint(0), sint(8), sint(8)}).enable(GL_SCISSOR_TEST);
  program.call(Id::glScissor, {sint(0), sint(0), sint(8), sint(8)});
  program.clear().triangles().show();
  EXPECT_TRUE(program.dead_calls("0", "", false, guesses).guesses.empty());
  EXPECT_TRUE(program.dead_calls("0", "", false, {.not_redrawn = {}}).guesses.empty()) << "with no redraw to be proven";
  program.clear().triangles().show();
  EXPECT_FALSE(program.dead_calls("1", "", false, guesses).guesses.empty());
}

TEST(DrawingHistory, WindowsAreKeptApart) {
  Program program;
  program.triangles();          // 1: into the first window
  program.make_current(8);      // 2
  program.clear().triangles();  // 3, 4
  program.show();               // 5: shows the first window
  program.clear().show();       // 6, 7
  EXPECT_EQ(program.dead("1"), (Numbers{3, 4})) << "the first window is never cleared, and any window may be shown";
}

TEST(DrawingHistory, APictureAfterACallKeepsTheDrawsBeforeIt) {
  Program program;
  program.clear().triangles().show().clear().triangles().triangles().show();
  EXPECT_EQ(program.dead("", "5"), (Numbers{1, 2}));
  EXPECT_EQ(program.dead("", "2"), Numbers{});
}

TEST(DrawingHistory, AReplayThatGoesOnNeedsAllPlanes) {
  Program program;
  program.enable(GL_DEPTH_TEST).triangles().show().clear(GL_COLOR_BUFFER_BIT).show();
  EXPECT_EQ(program.dead("1"), Numbers{2});
  EXPECT_EQ(program.dead("1", "", true), Numbers{});
}

TEST(DrawingHistory, ARecordingWithoutASwapIsOneFrame) {
  Program program;
  program.clear().triangles().clear().triangles();
  EXPECT_EQ(program.dead("0"), (Numbers{1, 2}));
}

TEST(DrawingHistory, APictureInsideAPrimitiveLeavesNothingOut) {
  Program program;
  program.triangles().show().clear().call(Id::glBegin, {uint(GL_POINTS)}).call(Id::glVertex2f, {f32(0), f32(0)});
  program.call(Id::glEnd).show();
  EXPECT_EQ(program.dead("", "5"), Numbers{});
}

}  // namespace
}  // namespace replay
