// Random programs that never clear colours: frames of rectangles that are tested, blended, masked and cut in many ways.
// Whatever the driver proves of them, a frame that is sought looks as in a full replay.
//
// REPLAY_TEST_PROGRAMS and REPLAY_TEST_FIRST_PROGRAM choose others, as in random_programs_test.cc.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

using tests::at::bits;
using tests::at::en;

class RedrawingProgram {
 public:
  static constexpr int kFrames = 12;

  explicit RedrawingProgram(unsigned seed)
      : random_(seed),
        draws_in_box_(one_in(3)),
        tests_depths_(!one_in(3)),
        tests_stencils_(!one_in(3)) {
    scene_.visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, one_in(8) ? 0 : 24, kGlxStencilSize, one_in(2) ? 0 : 8});
    scene_.context().make_current().window_is(kWidth, kHeight);
    switch_on(GL_DEPTH_TEST, tests_depths_);
    for (int frame = 0; frame < kFrames; ++frame) show_frame();
  }
  std::string bytes() { return scene_.bytes(); }

 private:
  static constexpr int kWidth = 8, kHeight = 8;

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  bool one_in(int count) { return below(count) == 0; }
  double corner() { return 0.25 * (below(9) - 4); }  // of -1 to 1
  int one_of(std::initializer_list<int> values) { return values.begin()[below(static_cast<int>(values.size()))]; }
  void call(const char* signature, std::initializer_list<tests::at::Item> arguments) {
    scene_.trace.call(signature, arguments);
  }
  void switch_on(int capability, bool on) { call(on ? "glEnable(cap)" : "glDisable(cap)", {en(capability)}); }

  void show_frame() {
    if (draws_in_box_) {
      switch_on(GL_SCISSOR_TEST, true);
      call("glScissor(x, y, width, height)", {1, 2, kWidth - 2, one_in(20) ? kHeight : kHeight - 3});
    }
    if (!one_in(6)) call("glClear(mask)", {bits(one_in(5) ? 0x500u : 0x100u)});
    if (one_in(40)) call("glClear(mask)", {bits(0x400u)});
    for (int i = 2 + below(6); i > 0; --i) {
      if (one_in(3)) change_state();
      draw();
    }
    if (one_in(30))
      for (int i = 0; i < 2 * RedrawProof::kMaxDraws; ++i) draw();
    scene_.swap();
  }
  void draw() {
    const bool is_all = one_in(3);
    const double left = is_all ? -1 : corner(), bottom = is_all ? -1 : corner(), depth = corner();
    const double right = is_all ? 1 : corner(), top = is_all ? 1 : corner();
    call("glColor4f(red, green, blue, alpha)",
         {0.25 * below(5), 0.25 * below(5), 0.25 * below(5), one_in(4) ? 0.25 * below(5) : 1.0});
    if (one_in(5)) return call("glRectf(x1, y1, x2, y2)", {left, bottom, right, top});
    call("glBegin(mode)", {en(7)});
    for (const auto& [x, y] : {std::pair{left, bottom}, {right, bottom}, {right, top}, {left, top}})
      call("glVertex3f(x, y, z)", {x, y, depth});
    call("glEnd()", {});
  }
  void change_state() {
    switch (below(13)) {
      case 0: return switch_on(GL_DEPTH_TEST, tests_depths_ && !one_in(3));
      case 1: return call("glDepthFunc(func)", {en(one_of({GL_LESS, GL_LEQUAL, GL_GEQUAL, GL_ALWAYS}))});
      case 2: return call("glDepthMask(flag)", {one_in(3) ? 0 : 1});
      case 3:
      case 4: return switch_on(GL_BLEND, one_in(2));
      case 5:
        return call("glBlendFunc(sfactor, dfactor)",
                    {en(one_of({0, 1, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR})),
                     en(one_of({0, 1, GL_ONE_MINUS_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE_MINUS_DST_COLOR}))});
      case 6: {
        const bool is_open = !one_in(4);
        return call("glColorMask(red, green, blue, alpha)", {1, is_open ? 1 : 0, 1, is_open ? 1 : 0});
      }
      case 7: return switch_on(GL_SCISSOR_TEST, one_in(3));
      case 8: return call("glScissor(x, y, width, height)", {below(3), below(3), 4 + below(5), 4 + below(5)});
      case 9: return switch_on(GL_STENCIL_TEST, tests_stencils_ && one_in(5));
      case 10:
        call("glStencilFunc(func, ref, mask)", {en(one_of({GL_EQUAL, GL_NOTEQUAL, GL_ALWAYS})), below(3), 255});
        return call("glStencilOp(fail, zfail, zpass)",
                    {en(GL_KEEP), en(GL_KEEP), en(one_of({GL_KEEP, GL_REPLACE, GL_INCR}))});
      case 11: switch_on(GL_ALPHA_TEST, one_in(3)); return call("glAlphaFunc(func, ref)", {en(GL_GREATER), 0.5});
      default:
        switch_on(GL_COLOR_LOGIC_OP, one_in(6));
        return call("glLogicOp(opcode)", {en(one_of({GL_COPY, GL_XOR}))});
    }
  }

  std::mt19937 random_;
  bool draws_in_box_;  // each frame begins in one, as a game begins with what is above its status bar
  bool tests_depths_, tests_stencils_;
  ApitraceScene scene_;
};

using RandomRedraws = HeadlessTest;

TEST_F(RandomRedraws, ShowTheSamePictures) {
  constexpr unsigned kPrograms = 40;
  constexpr int kLast = RedrawingProgram::kFrames - 1;
  const char *more = std::getenv("REPLAY_TEST_PROGRAMS"), *from = std::getenv("REPLAY_TEST_FIRST_PROGRAM");
  const unsigned first = from != nullptr ? static_cast<unsigned>(std::atoi(from)) : 1;
  const unsigned programs = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : kPrograms;
  unsigned proven = 0, begun_again = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    const std::string recording = RedrawingProgram(seed).bytes();
    const FramesShown sought = show_frame(*platform, recording, kLast, true, guesses_about_drawing());
    EXPECT_EQ(sought.hashes, show_frame(*platform, recording, kLast, false).hashes) << "program " << seed;
    proven += sought.left_out > 0 && !sought.guess_was_wrong ? 1 : 0;
    begun_again += sought.guess_was_wrong ? 1 : 0;
  }
  EXPECT_GT(proven, programs / 20);
  EXPECT_GT(begun_again, programs / 20);
  RecordProperty("proven", std::to_string(proven));
  RecordProperty("begun_again", std::to_string(begun_again));
}

}  // namespace
}  // namespace replay
