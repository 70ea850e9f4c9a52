#include "replay/seek/state_history.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/replay/player/recording.h"

namespace replay {
namespace {

// Each swap ends a segment. Frames draw nothing that lasts.
class SeekStateHistoryProgram : public Recording {
 public:
  static constexpr std::uint64_t kWindow = 7;
  SeekStateHistoryProgram() { make_current(kWindow); }

  void enable(std::uint32_t capability) { add(Id::glEnable, {uint(capability)}); }
  void bind_buffer(std::uint32_t name) { add(Id::glBindBuffer, {uint(GL_ARRAY_BUFFER), uint(name)}); }
  void fill_buffer(std::uint64_t size) {
    add(Id::glBufferData, {uint(GL_ARRAY_BUFFER), sint(static_cast<int>(size)), pointer(0), uint(GL_STATIC_DRAW)});
  }
  void show() { swap(kWindow); }
  void begin_list(std::uint32_t list, std::uint32_t mode = GL_COMPILE) { add(Id::glNewList, {uint(list), uint(mode)}); }
  void end_list() { add(Id::glEndList, {}); }
  void call_list(std::uint32_t list) { add(Id::glCallList, {uint(list)}); }
  void triangle() {
    add(Id::glBegin, {uint(GL_TRIANGLES)});
    for (int vertex = 0; vertex < 3; ++vertex) add(Id::glVertex2i, {sint(vertex), sint(vertex * vertex)});
    add(Id::glEnd, {});
  }

  // Which of the frames before the last need not be made, '.' for those that have to be.
  std::string idle() const { return planned().frames; }
  // The calls of frames that need not be made that are made all the same, or may be.
  std::vector<std::uint64_t> carried() const { return planned().carried; }

 private:
  struct Planned {
    std::string frames;
    std::vector<std::uint64_t> carried;
  };
  Planned planned() const {
    StateHistory history;
    loaders::Batch batch;
    for (std::size_t i = 0; i < batches(); ++i) {
      Recording::fill(batch, i);
      for (const loaders::Call& call : batch.calls) history.follow(call);
      history.end_batch();
    }
    const std::vector<Segment> segments = history.take();
    CallSet last;
    last.add(CallRange{segments.size() - 1, segments.size() - 1});
    DeadCalls dead;
    leave_out_segments(segments, {}, last, dead);
    Planned planned;
    for (const CallPlace place : dead.carried) planned.carried.push_back(number_at(place));
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
      const bool is_idle = std::ranges::any_of(dead.idle, [&](const CallRun& run) {
        return run.first <= segments[i].calls.first && segments[i].calls.last <= run.last;
      });
      planned.frames += is_idle ? 'x' : '.';
    }
    return planned;
  }
};

class SeekStateHistory : public testing::Test, public SeekStateHistoryProgram {};

TEST_F(SeekStateHistory, WhatIsSetAgainIsNotNeeded) {
  for (int frame = 0; frame < 5; ++frame) {
    enable(GL_BLEND);
    show();
  }
  EXPECT_EQ(idle(), ".xx.") << "the first makes the context current; the last finds what the one before has set";
}

TEST_F(SeekStateHistory, TheLastToSetSomethingIsNeeded) {
  for (int frame = 0; frame < 7; ++frame) {
    if (frame < 3) enable(GL_BLEND);
    else enable(GL_DEPTH_TEST);
    show();
  }
  EXPECT_EQ(idle(), ".x..x.") << "frame 2 is the last to enable blending, and frame 3 the first to enable the test";
}

TEST_F(SeekStateHistory, EachFramebufferHasAReadBuffer) {
  const auto read_from = [this](std::uint32_t framebuffer, std::uint64_t buffer) {
    bind_framebuffer(framebuffer);
    add(Id::glReadBuffer, {uint(buffer)});
  };
  for (int frame = 0; frame < 7; ++frame) {
    if (frame < 4) read_from(5, GL_COLOR_ATTACHMENT0);
    read_from(0, GL_BACK);
    show();
  }
  EXPECT_EQ(idle(), ".xx.x.")
      << "frame 3 is the last to choose one for framebuffer 5; the last finds what the one before has set";
}

TEST_F(SeekStateHistory, WhatACallIsAboutHasToBeThere) {
  for (const std::uint32_t name : {5u, 6u}) {
    bind_buffer(name);
    fill_buffer(64);
  }
  show();
  for (int frame = 0; frame < 3; ++frame) {
    bind_buffer(5);
    show();
    fill_buffer(64);
    show();
    bind_buffer(6);
    fill_buffer(64);
    show();
  }
  show();
  EXPECT_EQ(idle(), ".xxxxxx...") << "the last contents of buffer 5 need the frame that binds it";
}

TEST_F(SeekStateHistory, WhatIsPushedAndPoppedStaysAsItWas) {
  const auto frame = [&](bool changes) {
    add(Id::glPushMatrix, {});
    add(Id::glTranslatef, {});
    add(Id::glPopMatrix, {});
    if (changes) add(Id::glTranslatef, {});
    show();
  };
  frame(false);
  frame(false);
  frame(false);
  EXPECT_EQ(idle(), ".x");
  frame(true);
  frame(false);
  frame(false);
  EXPECT_EQ(idle(), ".xx.x");
}

TEST_F(SeekStateHistory, WhatIsPushedInOneBatchAndPoppedInTheNextIsOnePart) {
  for (int frame = 0; frame < 4; ++frame) {
    add(Id::glPushMatrix, {});
    add(Id::glTranslatef, {}).cut();
    add(Id::glPopMatrix, {});
    show();
  }
  EXPECT_EQ(idle(), ".xx");
}

TEST_F(SeekStateHistory, WhatIsPushedInOneFrameAndPoppedInTheNextIsMade) {
  for (int frame = 0; frame < 6; ++frame) {
    if (frame == 1) add(Id::glPushMatrix, {});
    if (frame == 3) add(Id::glPopMatrix, {});
    add(Id::glLoadIdentity, {});
    show();
  }
  EXPECT_EQ(idle(), "..x..");
}

TEST_F(SeekStateHistory, ArraysThatAreLockedAndUnlockedStayAsTheyWere) {
  const auto lock = [&] { add(Id::glLockArraysEXT, {sint(0), sint(4)}); };
  const auto unlock = [&] { add(Id::glUnlockArraysEXT, {}); };
  for (int frame = 0; frame < 4; ++frame) {
    lock();
    if (frame == 2) cut();  // both batches are one part
    unlock();
    show();
  }
  EXPECT_EQ(idle(), ".xx");
  lock();
  show();
  unlock();
  show();
  show();
  show();
  EXPECT_EQ(idle(), ".xxx..x") << "GL would refuse one without the other";
  unlock();
  show();
  show();
  EXPECT_EQ(idle(), ".xxx..xx.") << "GL refuses it";
}

TEST_F(SeekStateHistory, WhatAFrameHasChosenIsCarriedToTheNextThatIsMade) {
  for (int frame = 0; frame < 5; ++frame) {
    add(Id::glLoadIdentity, {});
    add(Id::glMatrixMode, {uint(GL_PROJECTION)});
    show();
  }
  EXPECT_EQ(idle(), ".xx.") << "frame 3 needs the mode of frame 2, and nothing else of it";
}

TEST_F(SeekStateHistory, AColourThatIsNoLongerSeenIsNotNeeded) {
  for (int frame = 0; frame < 5; ++frame) {
    enable(GL_COLOR_MATERIAL);
    add(Id::glColor4f, {});
    show();
  }
  EXPECT_EQ(idle(), ".xx.") << "the first colour of a frame comes after the material of the frame before";
}

TEST_F(SeekStateHistory, AColourThatIsSeenAsAMaterialIsNeeded) {
  for (int frame = 0; frame < 5; ++frame) {
    enable(GL_COLOR_MATERIAL);
    triangles();
    add(Id::glColor4f, {});
    show();
  }
  EXPECT_EQ(idle(), "....");
}

TEST_F(SeekStateHistory, WhatIsBoundWhileAListIsCompiledStaysBound) {
  bind_buffer(1);
  fill_buffer(64);
  bind_buffer(2);
  fill_buffer(64);
  begin_list(3);
  bind_buffer(1);
  end_list();
  show();
  add(Id::glPushClientAttrib, {uint(GL_CLIENT_VERTEX_ARRAY_BIT)});
  bind_buffer(2);
  fill_buffer(64);
  add(Id::glPopClientAttrib, {});
  show();
  fill_buffer(64);
  show();
  show();
  EXPECT_EQ(idle(), "...") << "frame 2 fills buffer 1, so buffer 2 keeps what frame 1 has";
}

// Some programs choose the mode of materials before each draw, and enable it again.
TEST_F(SeekStateHistory, DrawsWithoutLightsSeeNoMaterials) {
  const auto frames = [&](auto&& lights) {
    for (int frame = 0; frame < 5; ++frame) {
      lights();
      add(Id::glColorMaterial, {uint(GL_FRONT_AND_BACK), uint(GL_DIFFUSE)});
      enable(GL_COLOR_MATERIAL);
      triangles();
      add(Id::glColor4f, {});
      show();
    }
  };
  const auto disable = [&] { add(Id::glDisable, {uint(GL_LIGHTING)}); };
  frames(disable);
  EXPECT_EQ(idle(), ".xx.");
  frames([&] { enable(GL_LIGHTING); });
  EXPECT_EQ(idle(), ".xxx.....") << "lit draws do";
  frames([&] {
    add(Id::glPushAttrib, {uint(GL_ENABLE_BIT)});
    disable();
    add(Id::glPopAttrib, {});
  });
  EXPECT_EQ(idle(), ".xxx..........") << "the lights come back";
  frames([&] {
    begin_list(7);
    enable(GL_LIGHTING);
    end_list();
    disable();
    call_list(7);
  });
  EXPECT_EQ(idle(), ".xxx...............") << "a list enables them";
}

TEST_F(SeekStateHistory, ShadersSeeMaterialsWithoutLights) {
  for (int frame = 0; frame < 5; ++frame) {
    add(Id::glDisable, {uint(GL_LIGHTING)});
    add(Id::glBindProgramARB, {uint(GL_VERTEX_PROGRAM_ARB), uint(3)});
    add(Id::glColorMaterial, {uint(GL_FRONT_AND_BACK), uint(GL_DIFFUSE)});
    enable(GL_COLOR_MATERIAL);
    triangles();
    add(Id::glColor4f, {});
    show();
  }
  EXPECT_EQ(idle(), "....");
}

TEST_F(SeekStateHistory, AColourThatIsNoMaterialReplacesNone) {
  const auto push_and_pop = [&] {
    add(Id::glPushAttrib, {uint(GL_LIGHTING_BIT)});
    add(Id::glColor4f, {});
    enable(GL_COLOR_MATERIAL);
    add(Id::glPopAttrib, {});
    add(Id::glColor4f, {});
  };
  const auto disable = [&] { add(Id::glDisable, {uint(GL_COLOR_MATERIAL)}); };
  disable();
  push_and_pop();
  enable(GL_COLOR_MATERIAL);
  show();
  add(Id::glColor4f, {});
  show();
  disable();
  show();
  push_and_pop();
  show();
  show();
  EXPECT_EQ(idle(), "....") << "the material of frame 1 outlasts the colour of frame 3";
}

TEST_F(SeekStateHistory, ClientStateHasNoMaterials) {
  const auto mode = [&](std::uint32_t chosen) { add(Id::glColorMaterial, {uint(GL_FRONT_AND_BACK), uint(chosen)}); };
  const auto colour = [&] { add(Id::glColor4f, {}); };
  const auto ambient = [&] {
    add(Id::glDisable, {uint(GL_COLOR_MATERIAL)});
    colour();
    add(Id::glPushClientAttrib, {uint(GL_CLIENT_PIXEL_STORE_BIT)});
    mode(GL_AMBIENT);
    add(Id::glPopClientAttrib, {});
    enable(GL_COLOR_MATERIAL);
    colour();
  };
  const auto diffuse = [&] {
    mode(GL_DIFFUSE);
    colour();
  };
  ambient();
  diffuse();
  show();
  diffuse();
  show();
  ambient();
  show();
  show();
  EXPECT_EQ(idle(), "...") << "the ambient colour of frame 2 leaves the diffuse one of frame 1";
}

TEST_F(SeekStateHistory, ChoosingTheCurrentContextAgainChangesNothing) {
  const auto frames_with = [&](std::uint64_t first, std::uint64_t others) {
    for (int frame = 0; frame < 5; ++frame) {
      add(Id::glXMakeContextCurrent,
          {pointer(0x10), uint(kWindow), uint(frame % 2 == 0 ? first : others), pointer(0x30)});
      enable(GL_BLEND);
      show();
    }
  };
  frames_with(kWindow, kWindow);
  EXPECT_EQ(idle(), ".xx.");
  frames_with(kWindow, kWindow + 1);
  EXPECT_EQ(idle(), ".xxxx..x.") << "the first time that another window is read from is a change";
}

// With the shader that is taken away, the second link would fail.
TEST_F(SeekStateHistory, ADetachedShaderIsNotLinkedAgain) {
  for (const std::uint32_t shader : {8u, 9u}) {
    add(Id::glAttachShader, {uint(7), uint(shader)});
    add(Id::glLinkProgram, {uint(7)});
    show();
    show();
    add(Id::glDetachShader, {uint(7), uint(shader)});
    show();
    show();
  }
  add(Id::glUseProgram, {uint(7)});
  show();
  EXPECT_EQ(idle(), ".x.x.x.x") << "the frames between have no calls but the swap";
}

TEST_F(SeekStateHistory, CallsThatAreNotFollowedFindAllState) {
  for (int frame = 0; frame < 7; ++frame) {
    enable(GL_BLEND);
    if (frame == 3) add(Id::glAccum, {uint(GL_RETURN)});
    show();
  }
  EXPECT_EQ(idle(), ".x..x.");
}

TEST_F(SeekStateHistory, AnotherFormOfACallIsMadeOnce) {
  for (int frame = 0; frame < 6; ++frame) {
    add(Id::glBlendFunc, {uint(frame < 2 ? GL_ONE : GL_ZERO), uint(GL_ONE)});
    show();
  }
  EXPECT_EQ(idle(), ".x.x.") << "GL may refuse the second form, and the last finds the one before";
}

// Display lists

TEST_F(SeekStateHistory, AListThatIsCompiledAnewIsNotNeeded) {
  for (int frame = 0; frame < 6; ++frame) {
    begin_list(1);
    add(Id::glPushMatrix, {});
    add(Id::glLoadIdentity, {});
    enable(GL_LIGHT0);
    for (int i = 0; i <= frame; ++i) triangle();
    add(Id::glPopMatrix, {});
    end_list();
    call_list(1);
    show();
  }
  EXPECT_EQ(idle(), ".xxx.") << "what GL takes of one list it takes of the others, however many vertices they have";
}

TEST_F(SeekStateHistory, AListIsNeededWhereItIsCalled) {
  for (int frame = 0; frame < 7; ++frame) {
    if (frame < 4) {
      begin_list(1);
      triangle();
      end_list();
    }
    if (frame == 6) call_list(1);
    show();
  }
  EXPECT_EQ(idle(), ".xx.xx") << "frame 3 is the last to compile it";
}

TEST_F(SeekStateHistory, AListOfAnotherFormIsMadeOnce) {
  for (int frame = 0; frame < 7; ++frame) {
    begin_list(1);
    if (frame == 3) enable(0x1234);
    triangle();
    end_list();
    call_list(1);
    show();
  }
  EXPECT_EQ(idle(), ".xx.x.") << "GL may refuse what frame 3 calls";
}

TEST_F(SeekStateHistory, ListsThatDoMoreThanToDrawAndToSetAreNotLeftOut) {
  const auto is_left_out = [](const auto& content, std::uint32_t mode = GL_COMPILE) {
    struct Frames : SeekStateHistory {
      void TestBody() override {}
    } frames;
    for (int frame = 0; frame < 5; ++frame) {
      frames.begin_list(1, mode);
      content(frames);
      frames.triangle();
      frames.end_list();
      frames.call_list(1);
      frames.show();
    }
    return frames.idle() == ".xx.";
  };
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.enable(GL_BLEND); }));
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.enable(GL_TEXTURE_2D); }));
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.enable(GL_COLOR_MATERIAL); }));
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.add(Id::glListBase, {uint(5)}); }));
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.call_list(2); })) << "there is no list 2";
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.call_list(1); })) << "it never ends";
  EXPECT_TRUE(is_left_out([](auto& frames) { frames.enable(GL_BLEND); }, GL_COMPILE_AND_EXECUTE));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.add(Id::glTranslatef, {}); }, GL_COMPILE_AND_EXECUTE));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.add(Id::glLoadIdentity, {}); }));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.add(Id::glPushMatrix, {}); }));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.add(Id::glBegin, {uint(GL_LINES)}); }));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.bind_buffer(5); }));
  EXPECT_FALSE(is_left_out([](auto& frames) { frames.add(Id::glBindSampler, {uint(0), uint(0)}); }));
  EXPECT_FALSE(is_left_out([](auto& frames) {
    frames.add(Id::glDrawArrays, {uint(GL_TRIANGLES), sint(0), sint(3)});
  })) << "it takes the vertices when it is compiled";
}

TEST_F(SeekStateHistory, AListThatMovesAddsToTheMatrixThatIsThere) {
  const auto idle_with = [](bool begins_anew) {
    SeekStateHistoryProgram program;
    for (int frame = 0; frame < 5; ++frame) {
      if (frame == 0) {
        program.begin_list(1);
        program.add(Id::glTranslatef, {f32(1), f32(0), f32(0)});
        program.triangle();
        program.end_list();
      }
      if (begins_anew) program.add(Id::glLoadIdentity, {});
      program.call_list(1);
      program.show();
    }
    return program.idle();
  };
  EXPECT_EQ(idle_with(true), ".xx.");
  EXPECT_EQ(idle_with(false), "....");
}

TEST_F(SeekStateHistory, AListThatEnablesATextureDoesItForTheActiveUnit) {
  for (int frame = 0; frame < 6; ++frame) {
    if (frame == 0) {
      begin_list(1);
      enable(GL_TEXTURE_2D);
      triangle();
      end_list();
    }
    for (const std::uint32_t unit : {GL_TEXTURE0, GL_TEXTURE1}) {
      if (frame > 2 && unit == GL_TEXTURE1) continue;
      add(Id::glActiveTexture, {uint(unit)});
      call_list(1);
    }
    show();
  }
  EXPECT_EQ(idle(), ".x.x.") << "frame 2 is the last to enable textures of the other unit";
}

// Programs wait in each frame for the one before.
TEST_F(SeekStateHistory, AFrameThatWaitsForTheSyncOfAnotherNeedsTheCallThatMadeItOnly) {
  std::vector<std::uint64_t> makes_sync;
  for (int frame = 0; frame < 6; ++frame) {
    const loaders::Value before = pointer(0x1000 + frame - 1), sync = pointer(0x1000 + frame);
    if (frame > 0) {
      add(Id::glClientWaitSync, {before, uint(0), uint(1000)});
      add(Id::glDeleteSync, {before});
    }
    enable(GL_BLEND);
    makes_sync.push_back(next_number());
    add(Id::glFenceSync, {uint(GL_SYNC_GPU_COMMANDS_COMPLETE), uint(0)}, 0, &sync);
    show();
  }
  EXPECT_EQ(idle(), ".xxx.") << "the last finds what the one before has set";
  EXPECT_EQ(carried(), (std::vector<std::uint64_t>{makes_sync[3], makes_sync[4]}))
      << "those for which the two frames that are made wait";
}

TEST_F(SeekStateHistory, ARasterPositionReadsStateOnlyWhereSomethingIsDrawnThere) {
  const auto frames = [](bool last_sets_it) {
    SeekStateHistoryProgram program;
    for (int frame = 0; frame < 6; ++frame) {
      program.add(Id::glLoadIdentity, {});
      if (frame < 5 || last_sets_it) program.add(Id::glRasterPos2i, {sint(0), sint(0)});
      program.add(Id::glDrawPixels, {sint(1), sint(1), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0)});
      program.show();
    }
    return program.idle();
  };
  EXPECT_EQ(frames(true), ".xxx.") << "the last finds the matrix of the one before";
  EXPECT_EQ(frames(false), ".xx..") << "which is live, and finds the matrix of the one before that";
}

TEST_F(SeekStateHistory, AListInWhichAnotherBeginsIsNotFollowed) {
  begin_list(1);
  begin_list(2);  // GL refuses it, so the list is still 1
  enable(GL_BLEND);
  end_list();
  show();
  for (int frame = 0; frame < 3; ++frame) {
    call_list(1);
    show();
  }
  EXPECT_EQ(idle(), "...") << "it is not known what the list sets";
}

TEST_F(SeekStateHistory, AListThatBindsATextureDecidesWhatIsFilled) {
  const auto fills_in_list = [this](std::uint32_t texture) {
    add(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(3 - texture)});
    call_list(texture);
    add(Id::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGBA), sint(1), sint(1), sint(0), uint(GL_RGBA),
                           uint(GL_UNSIGNED_BYTE), pointer(0)});
    show();
  };
  for (const std::uint32_t texture : {1u, 2u}) {
    begin_list(texture);
    add(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(texture)});
    triangle();
    end_list();
  }
  fills_in_list(1);
  for (const std::uint32_t texture : {2u, 1u, 1u, 2u, 2u, 2u}) fills_in_list(texture);
  EXPECT_EQ(idle(), "..x.x.") << "frame 3 is the last to fill texture 1, and frame 1 the first to fill texture 2";
}

TEST_F(SeekStateHistory, TheListBaseSaysWhichListsAreCalled) {
  const auto idle_with = [](std::uint32_t base) {
    SeekStateHistoryProgram program;
    for (int frame = 0; frame < 7; ++frame) {
      if (frame < 3 || frame == 5) {
        program.begin_list(5);
        program.triangle();
        program.end_list();
      }
      if (frame == 0) program.add(Id::glListBase, {uint(base)});
      if (frame == 4) program.call_lists("\2");
      program.show();
    }
    return program.idle();
  };
  EXPECT_EQ(idle_with(3), ".x.x..") << "frame 4 calls list 5, which frame 2 compiled";
  EXPECT_EQ(idle_with(4), ".xxx..") << "frame 4 calls list 6";
}

TEST_F(SeekStateHistory, AListThatWasDeletedIsNoLongerNeeded) {
  for (std::uint32_t frame = 1; frame < 7; ++frame) {
    begin_list(frame);
    triangle();
    end_list();
    call_list(frame);
    add(Id::glDeleteLists, {uint(frame), sint(1)});
    show();
  }
  EXPECT_EQ(idle(), ".xxxx");
}

TEST_F(SeekStateHistory, AListThatWasDeletedIsGoneWhereItIsCalled) {
  for (int frame = 0; frame < 8; ++frame) {
    if (frame < 4) {
      begin_list(1);
      enable(GL_BLEND);
      end_list();
      call_list(1);
    }
    if (frame == 2 || frame == 5) add(Id::glDeleteLists, {uint(1), sint(1)});
    if (frame == 7) call_list(1);
    show();
  }
  EXPECT_EQ(idle(), ".x..x.x") << "frame 3 is the last to enable blending, and frame 5 deletes what it compiled";
}

TEST_F(SeekStateHistory, WhatGLDoesNotPopLeavesEverythingAsItWas) {
  for (int frame = 0; frame < 5; ++frame) {
    add(Id::glPopMatrix, {});
    add(Id::glPopAttrib, {});
    show();
  }
  EXPECT_EQ(idle(), ".xxx") << "GL refuses them in all frames";
  begin_list(0);  // GL refuses it, and makes what follows at once
  add(Id::glPushMatrix, {});
  end_list();
  show();
  add(Id::glPopMatrix, {});
  show();
  show();
  EXPECT_EQ(idle(), ".xxxx..") << "what stands in such a list is pushed and popped";
}

TEST_F(SeekStateHistory, AListThatGoesOnInTheNextFrameIsNotFollowed) {
  for (int frame = 0; frame < 5; ++frame) {
    if (frame > 0) {
      triangle();
      end_list();
    }
    begin_list(1);
    show();
  }
  EXPECT_EQ(idle(), "....");
}

// Two contexts that share objects.
class SeekStateOfTwoContexts : public SeekStateHistory {
 protected:
  static constexpr std::uint64_t kFirst = 0x40, kSecond = 0x50;

  void create(std::uint64_t context, std::uint64_t partner) {
    const loaders::Value handle = pointer(context);
    add(Id::glXCreateContext, {pointer(0x10), pointer(0x20), pointer(partner), sint(1)}, 0, &handle);
  }
  void use(std::uint64_t context) { add(Id::glXMakeCurrent, {pointer(0x10), uint(kWindow), pointer(context)}); }
  // Both are used in the first frame.
  void begin(bool share) {
    create(kFirst, 0);
    create(kSecond, share ? kFirst : 0);
    for (const std::uint64_t context : {kFirst, kSecond}) {
      use(context);
      enable(GL_BLEND);
      bind_buffer(5);
      fill_buffer(64);
    }
    show();
  }
};

TEST_F(SeekStateOfTwoContexts, FramesThatUseBothAreNotNeeded) {
  begin(true);
  for (int frame = 0; frame < 4; ++frame) {
    use(kFirst);
    enable(GL_BLEND);
    use(kSecond);
    enable(GL_BLEND);
    show();
  }
  EXPECT_EQ(idle(), ".xx.");
}

TEST_F(SeekStateOfTwoContexts, AFrameThatBeginsWithOneCarriesTheCallThatMadeItCurrent) {
  begin(true);
  std::uint64_t last_use = 0;
  for (int frame = 0; frame < 3; ++frame) {
    use(frame == 1 ? kSecond : kFirst);
    last_use = next_number() - 1;
    show();
  }
  enable(GL_BLEND);
  show();
  EXPECT_EQ(idle(), ".xxx");
  EXPECT_EQ(carried(), std::vector<std::uint64_t>{last_use});
}

TEST_F(SeekStateOfTwoContexts, WhatOneWritesIntoASharedBufferTheOtherWritesOver) {
  for (const bool share : {true, false}) {
    begin(share);
    const std::size_t before = idle().size();
    for (const std::uint64_t context : {kFirst, kSecond}) {
      use(context);
      bind_buffer(5);
      fill_buffer(64);
      show();
    }
    use(kFirst);
    bind_buffer(6);
    show();
    show();
    EXPECT_EQ(idle().substr(before + 1), share ? "x.." : "...") << share;
  }
}

TEST_F(SeekStateOfTwoContexts, ABufferThatOneDeletesLivesWhileTheOtherHasIt) {
  begin(true);
  for (const std::uint32_t bound_by_second : {7u, 5u}) {
    use(kSecond);
    bind_buffer(bound_by_second);
    show();
    use(kFirst);
    bind_buffer(5);
    fill_buffer(64);
    show();
    const std::size_t filled = idle().size();  // the number of this frame
    deleted_buffer(5);
    show();
    bind_buffer(6);
    show();
    show();
    EXPECT_EQ(idle()[filled], bound_by_second == 5 ? '.' : 'x') << bound_by_second;
  }
}

TEST_F(SeekStateOfTwoContexts, EachMayHaveAThread) {
  for (const bool are_known : {true, false}) {
    if (are_known) begin(false);
    for (int frame = 0; frame < 6; ++frame) {
      thread(frame % 2);
      if (frame < 2) use((frame == 0 ? kFirst : kSecond) + (are_known ? 0 : 1));
      enable(GL_BLEND);
      show();
    }
    thread(0);
    show();
    if (are_known) EXPECT_EQ(idle(), ".xxxx..") << "the last of each finds what the one before has set";
    else EXPECT_EQ(idle().substr(8), "......") << "it is not known whether they share objects";
  }
}

TEST_F(SeekStateOfTwoContexts, AContextThatIsMadeHasNoListsOfOneThatHadItsHandle) {
  begin(false);
  for (const bool is_new : {false, true}) {
    use(0);
    if (is_new) create(kFirst, 0);
    use(kFirst);
    if (!is_new) begin_list(1);
    if (!is_new) enable(GL_BLEND);
    if (!is_new) end_list();
    show();
    const std::size_t enabled_in = idle().size() + 1;
    enable(GL_BLEND);
    show();
    for (int frame = 0; frame < 4; ++frame) {
      call_list(1);
      show();
    }
    EXPECT_EQ(idle().substr(enabled_in), is_new ? "..xx" : "x.x.") << "the new one has no list that enables blending";
  }
}

// A context is gone when it is deleted and current on no thread.
TEST_F(SeekStateOfTwoContexts, WhoeverDeletesSomethingFindsWhatIsCurrentOnAllThreads) {
  begin(true);
  thread(1);
  use(kFirst);
  thread(0);
  show();
  thread(1);
  use(0);
  const std::uint64_t release = next_number() - 1;
  thread(0);
  show();
  add(Id::glXDestroyContext, {pointer(0x10), pointer(kFirst)});
  show();
  show();
  EXPECT_EQ(idle(), ".xx.");
  EXPECT_EQ(carried(), std::vector<std::uint64_t>{release});
}

}  // namespace
}  // namespace replay
