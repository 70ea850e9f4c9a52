// Which calls a frame needs, in small programs that were made by hand.
#include <gtest/gtest.h>

#include <string>

#include "glbindings/signature.h"
#include "replay/slice/slice.h"
#include "tests/replay/player/fake_source.h"
#include "tests/replay/seek/program.h"

namespace replay {
namespace {

// Returns the functions of the calls that are kept before the frame, in their order, without "gl".
std::string kept_before(const Program& program, std::uint64_t frame, Caution caution = Caution::kCallsAreAccepted) {
  const auto open = [&] { return std::make_unique<FakeSource>(program); };
  const auto slice = slice_recording(open, {.frames = CallRange{.first = frame, .last = frame}}, caution);
  if (!slice) return "no frame";
  std::string text;
  loaders::Batch batch;
  for (std::size_t i = 0; i < program.batches(); ++i) {
    program.fill(batch, i);
    for (const loaders::Call& call : batch.calls) {
      const bool is_setup = call.number < slice->first && !call.is(loaders::kEndsFrame);
      if (!is_setup || !std::ranges::binary_search(slice->calls, call.number)) continue;
      const std::string name = glbindings::signature(call.function).name;
      if (name.starts_with("glX")) continue;
      text += (text.empty() ? "" : " ") + name.substr(2);
    }
  }
  return text;
}

class Slicing : public ::testing::Test {
 protected:
  using Id = Program::Id;
  static loaders::Value uint(std::uint64_t value) { return loaders::Value::of_uint(value); }
  static loaders::Value sint(std::int64_t value) { return loaders::Value::of_sint(value); }
  static loaders::Value f32(float value) { return loaders::Value::of_f32(value); }

  Program& bind(std::uint32_t texture) {
    return program_.call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(texture)});
  }
  Program& image(std::uint32_t texture) {
    bind(texture);
    return program_.call(Id::glTexImage2D, {uint(GL_TEXTURE_2D),
                                            sint(0),
                                            sint(GL_RGBA),
                                            sint(1),
                                            sint(1),
                                            sint(0),
                                            uint(GL_RGBA),
                                            uint(GL_UNSIGNED_BYTE),
                                            {}});
  }
  Program& frame() { return program_.clear().triangles().show(); }

  Program program_;
};

TEST_F(Slicing, KeepsOnlyTheLastOfWhatIsSetAgain) {
  program_.call(Id::glBlendFunc, {uint(1), uint(0)}).call(Id::glLineWidth, {f32(2)});
  program_.call(Id::glBlendFunc, {uint(1), uint(1)});
  frame();
  program_.call(Id::glBlendFunc, {uint(0), uint(1)}).enable(GL_BLEND).disable(GL_BLEND);
  frame();
  frame();
  EXPECT_EQ(kept_before(program_, 2), "LineWidth BlendFunc Disable");
}

TEST_F(Slicing, LeavesOutObjectsThatTheFrameDoesNotUse) {
  image(1);
  image(2);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "BindTexture TexImage2D") << "texture 1 is bound no longer";
}

TEST_F(Slicing, KeepsTheStateOfTheUnitsThatAreUsed) {
  program_.call(Id::glActiveTexture, {uint(GL_TEXTURE1)});
  image(1);
  program_.call(Id::glActiveTexture, {uint(GL_TEXTURE0)});
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "ActiveTexture BindTexture TexImage2D ActiveTexture");
}

TEST_F(Slicing, KeepsAPushWithItsPopWhenACallBetweenThemIsNeeded) {
  program_.call(Id::glLoadIdentity).call(Id::glPushMatrix).call(Id::glTranslatef, {f32(1), f32(0), f32(0)});
  program_.call(Id::glLineWidth, {f32(2)}).call(Id::glPopMatrix);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "LoadIdentity LineWidth");

  Program list;
  list.call(Id::glPushMatrix).call(Id::glTranslatef, {f32(1), f32(0), f32(0)});
  list.clear().triangles().call(Id::glPopMatrix);  // drawn, and not cleared again
  list.show().triangles().show();
  EXPECT_EQ(kept_before(list, 1), "PushMatrix Translatef Clear DrawArrays PopMatrix");
}

TEST_F(Slicing, TakesBackWhatAPopOfAttributesRestores) {
  program_.enable(GL_BLEND).call(Id::glPushAttrib, {uint(GL_COLOR_BUFFER_BIT)}).disable(GL_BLEND);
  program_.call(Id::glPopAttrib).call(Id::glLineWidth, {f32(3)});
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "Enable LineWidth");
}

TEST_F(Slicing, KeepsAttributesThatAPopDoesNotRestore) {
  program_.call(Id::glPushAttrib, {uint(GL_LINE_BIT)}).disable(GL_BLEND).call(Id::glPopAttrib);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "PushAttrib Disable PopAttrib");
}

TEST_F(Slicing, KeepsWritesOfABufferThatNoLaterOneCovers) {
  const auto write = [&](std::int64_t offset, std::int64_t size) {
    program_.call(Id::glBufferSubData, {uint(GL_ARRAY_BUFFER), sint(offset), sint(size), {}});
  };
  program_.call(Id::glBindBuffer, {uint(GL_ARRAY_BUFFER), uint(1)});
  program_.call(Id::glBufferData, {uint(GL_ARRAY_BUFFER), sint(64), {}, uint(GL_STATIC_DRAW)});
  program_.call(Id::glVertexAttribPointer, {uint(0), sint(4), uint(GL_FLOAT), uint(0), sint(0), {}});
  write(0, 16);   // covered by the last one
  write(32, 16);  // stays
  write(0, 32);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "BindBuffer BufferData VertexAttribPointer BufferSubData BufferSubData");
}

// Programs may draw through larger viewports than their window.
TEST_F(Slicing, KeepsWhatTheRecorderSaysOfTheSizeOfAWindow) {
  program_.tracer_viewport(300, 200);
  program_.viewport(0, 0, 300, 400);
  frame();
  program_.viewport(0, 0, 300, 200);
  EXPECT_EQ(kept_before(frame(), 1), "Viewport Viewport") << "the second is of the frame that ends";
}

TEST_F(Slicing, LeavesOutQueries) {
  program_.call(Id::glGetError).call(Id::glIsEnabled, {uint(GL_BLEND)}).call(Id::glFinish);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "");
}

TEST_F(Slicing, KeepsMoreWhenItHasToBeCareful) {
  program_.call(Id::glLineWidth, {f32(1)}).call(Id::glLineWidth, {f32(2)}).call(Id::glGetError);
  program_.triangles().show();
  program_.triangles().show();
  EXPECT_EQ(kept_before(program_, 1, Caution::kFramesAreRedrawn), "LineWidth");
  EXPECT_EQ(kept_before(program_, 1, Caution::kCallsAreAccepted), "LineWidth DrawArrays");
  EXPECT_EQ(kept_before(program_, 1, Caution::kStateIsKept), "LineWidth LineWidth DrawArrays");
  EXPECT_EQ(kept_before(program_, 1, Caution::kAllIsKept), "LineWidth LineWidth GetError DrawArrays");
}

TEST_F(Slicing, KeepsCallsThatNothingIsKnownOf) {
  program_.call(Id::glWindowRectanglesEXT, {uint(0), sint(0), {}});
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "WindowRectanglesEXT Clear DrawArrays");
}

TEST_F(Slicing, SaysWhenThereIsNoSuchFrame) { EXPECT_EQ(kept_before(frame(), 7), "no frame"); }

}  // namespace
}  // namespace replay
