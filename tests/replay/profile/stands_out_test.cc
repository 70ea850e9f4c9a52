#include "replay/profile/stands_out.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "replay/profile/redundant_state.h"
#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using loaders::Value;

class Watched : public testing::Test {
 protected:
  // Gives the call to both watchers. It takes `ms`.
  void make(Id function, std::vector<Value> arguments = {}, double ms = 0.01) {
    const loaders::Call& call = calls.add(function, std::move(arguments));
    const TimedCall timed{.call = call,
                          .kind = kind_of(call, has_pack_buffer),
                          .frame = frame,
                          .program = program,
                          .context = context,
                          .begin_us = now_us,
                          .end_us = now_us + ms * 1e3};
    now_us = timed.end_us;
    frame_ms += ms;
    stands_out.see(timed, glbindings::signature(function).name());
    state.see(timed);
  }
  void end_frame() {
    stands_out.frame_done(frame++, frame_ms);
    frame_ms = 0;
  }
  // Whether a sentence has all of the parts.
  bool says(const std::vector<std::string>& parts) const {
    return std::ranges::any_of(stands_out.sentences(), [&](const std::string& sentence) {
      return std::ranges::all_of(parts,
                                 [&](const std::string& part) { return sentence.find(part) != std::string::npos; });
    });
  }
  std::uint64_t redundant(const char* function) const {
    const auto found = state.functions().find(function);
    return found == state.functions().end() ? 0 : found->second.redundant;
  }
  void draw(double ms) { make(Id::glDrawArrays, {uint(4), sint(0), sint(3)}, ms); }

  CallBuilder calls;
  StandsOut stands_out;
  RedundantState state;
  int one = 1, two = 2;
  const void* context = &one;
  std::uint32_t program = 1;
  bool has_pack_buffer = false;
  std::uint64_t frame = 0;
  double now_us = 0, frame_ms = 0;
};

TEST_F(Watched, NothingStandsOutWhereNothingIsWrong) {
  for (int i = 0; i < 20; ++i) {
    make(Id::glUseProgram, {uint(static_cast<unsigned>(i))});
    draw(0.1);
    end_frame();
  }
  EXPECT_TRUE(stands_out.sentences().empty()) << stands_out.sentences().front();
}

TEST_F(Watched, CompilesCountAfterTheFirstFrame) {
  make(Id::glLinkProgram, {uint(1)}, 50);
  end_frame();
  EXPECT_TRUE(stands_out.sentences().empty());
  make(Id::glCompileShader, {uint(1)}, 3);
  make(Id::glLinkProgram, {uint(1)}, 20);
  EXPECT_TRUE(says({"2 compiles and links after the first frame took 23.0 ms", "glLinkProgram, frame 1"}));
}

TEST_F(Watched, ReadbacksAndWaitsAreNamedWithTheLongest) {
  const std::vector<Value> one_pixel = {sint(0), sint(0), sint(1), sint(1), uint(0), uint(0), Value()};
  make(Id::glReadPixels, one_pixel, 2);
  has_pack_buffer = true;
  make(Id::glReadPixels, one_pixel, 9);
  make(Id::glFinish, {}, 4);
  EXPECT_TRUE(says({"1 synchronous readbacks took 2.0 ms"})) << "the second goes to a buffer";
  EXPECT_TRUE(says({"1 waits for the GPU took 4.0 ms", "glFinish, frame 0"}));
}

TEST_F(Watched, AFirstDrawThatTakesMuchLonger) {
  draw(30);
  for (int i = 0; i < 5; ++i) draw(0.1);
  program = 2;
  for (int i = 0; i < 5; ++i) draw(0.2);
  EXPECT_TRUE(says({"the first draws of 1 programs took 29.9 ms more", "call 0, frame 0"}));
}

TEST_F(Watched, ALongFrameSaysWhatItsTimeIs) {
  for (int i = 0; i < 20; ++i) {
    draw(1);
    if (i == 7) make(Id::glTexImage2D, {}, 30);
    end_frame();
  }
  EXPECT_TRUE(says({"frame 7 took 31.0 ms where the median is 1.0 ms; 30.0 ms of it are uploads"}));
}

TEST_F(Watched, DataThatIsUploadedAgain) {
  const std::string data(1000, 'x'), other(1000, 'y');
  const auto upload = [&](const std::string& bytes) {
    make(Id::glBufferData, {uint(0x8892), sint(1000), Value::of_blob(std::as_bytes(std::span(bytes))), uint(0)});
  };
  upload(data);
  upload(other);
  EXPECT_TRUE(stands_out.sentences().empty());
  upload(data);
  EXPECT_TRUE(
      says({"1 uploads have the same data as an earlier one, 1000", "call 2 glBufferData has the bytes of call 0"}) ||
      says({"1 uploads have the same data as an earlier one, 1.0 KiB of 2.9 KiB",
            "call 2 glBufferData has the bytes of call 0"}));
}

TEST_F(Watched, StateThatIsSetAgain) {
  for (int i = 0; i < 3; ++i) {
    make(Id::glUseProgram, {uint(5)});
    make(Id::glEnable, {uint(GL_BLEND)});
    make(Id::glUniform1f, {sint(2), f32(0.5f)});
  }
  EXPECT_EQ(redundant("glUseProgram"), 2u);
  EXPECT_EQ(redundant("glEnable"), 2u);
  EXPECT_EQ(redundant("glUniform1f"), 2u);
  EXPECT_TRUE(says({"6 of 9 calls that set state set what is set already"}));
}

TEST_F(Watched, StateIsNotRedundantWhenSomethingCameBetween) {
  make(Id::glEnable, {uint(GL_BLEND)});
  make(Id::glDisable, {uint(GL_BLEND)});
  make(Id::glEnable, {uint(GL_BLEND)});
  EXPECT_EQ(redundant("glEnable"), 0u);

  make(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(3)});
  make(Id::glActiveTexture, {uint(GL_TEXTURE1)});
  make(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(3)});
  EXPECT_EQ(redundant("glBindTexture"), 0u) << "another unit";

  make(Id::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(3)});
  make(Id::glBindVertexArray, {uint(9)});
  make(Id::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(3)});
  EXPECT_EQ(redundant("glBindBuffer"), 0u) << "a vertex array has an element buffer of its own";

  make(Id::glUniform1f, {sint(2), f32(0.5f)});
  program = 2;
  make(Id::glUniform1f, {sint(2), f32(0.5f)});
  make(Id::glLinkProgram, {uint(2)});
  make(Id::glUniform1f, {sint(2), f32(0.5f)});
  EXPECT_EQ(redundant("glUniform1f"), 0u) << "another program, and then one that was linked";

  make(Id::glDepthMask, {uint(1)});
  make(Id::glPopAttrib);
  make(Id::glDepthMask, {uint(1)});
  context = &two;
  make(Id::glDepthMask, {uint(1)});
  EXPECT_EQ(redundant("glDepthMask"), 0u) << "a pop, and another context";

  make(Id::glEnable, {uint(GL_TEXTURE_2D)});
  make(Id::glActiveTexture, {uint(GL_TEXTURE0)});
  make(Id::glEnable, {uint(GL_TEXTURE_2D)});
  make(Id::glActiveTexture, {uint(GL_TEXTURE1)});
  make(Id::glEnable, {uint(GL_TEXTURE_2D)});
  make(Id::glActiveTexture, {uint(GL_TEXTURE0)});
  make(Id::glActiveTexture, {uint(GL_TEXTURE1)});
  EXPECT_EQ(redundant("glEnable") + redundant("glActiveTexture"), 0u) << "units have capabilities of their own";

  make(Id::glStencilFuncSeparate, {uint(GL_FRONT_AND_BACK), uint(GL_LESS), sint(0), uint(1)});
  make(Id::glStencilFuncSeparate, {uint(GL_FRONT), uint(GL_EQUAL), sint(0), uint(1)});
  make(Id::glStencilFuncSeparate, {uint(GL_FRONT_AND_BACK), uint(GL_LESS), sint(0), uint(1)});
  EXPECT_EQ(redundant("glStencilFuncSeparate"), 0u) << "one face has changed since";

  make(Id::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(1)});
  make(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(2)});
  make(Id::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(1)});
  EXPECT_EQ(redundant("glBindFramebuffer"), 0u) << "the one for reading has changed since";

  make(Id::glUniform1fv, {sint(4), sint(3), calls.floats({1, 2, 3})});
  make(Id::glUniform1f, {sint(5), f32(9)});
  make(Id::glUniform1fv, {sint(4), sint(3), calls.floats({1, 2, 3})});
  make(Id::glUniform1f, {sint(5), f32(9)});
  EXPECT_EQ(redundant("glUniform1fv") + redundant("glUniform1f"), 0u) << "an element of an array";

  make(Id::glNewList, {uint(1), uint(GL_COMPILE)});
  make(Id::glDepthMask, {uint(1)});
  make(Id::glEndList);
  EXPECT_EQ(redundant("glDepthMask"), 0u) << "a list is compiled";

  make(Id::glColorMask, {uint(1), uint(1), uint(1), uint(1)});
  make(Id::glNewList, {uint(1), uint(GL_COMPILE_AND_EXECUTE)});
  make(Id::glColorMask, {uint(0), uint(0), uint(0), uint(0)});
  make(Id::glEndList);
  make(Id::glColorMask, {uint(1), uint(1), uint(1), uint(1)});
  EXPECT_EQ(redundant("glColorMask"), 0u) << "a list is compiled and executed";
}

TEST_F(Watched, ValuesOfVerticesAreNoState) {
  for (int i = 0; i < 3; ++i) make(Id::glColor3f, {f32(1), f32(1), f32(1)});
  EXPECT_TRUE(state.functions().empty());
}

TEST_F(Watched, StateOfVertexArraysAndContextsIsRedundantAcrossOtherCalls) {
  for (const unsigned array : {1u, 2u, 1u, 2u}) {
    make(Id::glBindVertexArray, {uint(array)});
    make(Id::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(array)});
    make(Id::glPixelStorei, {uint(GL_UNPACK_ALIGNMENT), sint(1)});
    make(Id::glHint, {uint(GL_FOG_HINT), uint(GL_NICEST)});
    draw(0.1);
  }
  EXPECT_EQ(redundant("glBindVertexArray"), 0u);
  EXPECT_EQ(redundant("glBindBuffer"), 2u);
  EXPECT_EQ(redundant("glPixelStorei"), 3u);
  EXPECT_EQ(redundant("glHint"), 3u) << "functions come from the table of effects";
}

}  // namespace
}  // namespace replay
