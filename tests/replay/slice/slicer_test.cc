// Which calls a frame needs, in small programs that were made by hand.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "glbindings/signature.h"
#include "replay/slice/slice.h"
#include "tests/replay/call_builder.h"
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
      const std::string name = glbindings::signature(call.function).name();
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

// Other replayers take a name that nobody made for the number that the driver chose for another object.
TEST_F(Slicing, KeepsWhatMakesAnObjectThatTheFrameDeletes) {
  CallBuilder names;
  image(1);
  bind(0);
  frame();
  program_.call(Id::glDeleteTextures, {sint(1), names.names({1})});
  EXPECT_EQ(kept_before(frame(), 1), "BindTexture BindTexture") << "without the image";
}

TEST_F(Slicing, LeavesOutADeletionOfAnEarlierFrame) {
  CallBuilder names;
  image(1);
  bind(0);
  program_.call(Id::glDeleteTextures, {sint(1), names.names({1})});
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "BindTexture") << "that of texture 0";
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

// Mesa gives the texture another storage then, which a framebuffer object that stays bound does not see.
TEST_F(Slicing, KeepsTheFramebufferThatIsBoundWhileMipmapsAreMade) {
  const auto bind_framebuffer = [&](std::uint64_t name) {
    program_.call(Id::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(name)});
  };
  image(1);
  bind_framebuffer(1);
  bind_framebuffer(2);
  program_.call(Id::glGenerateMipmap, {uint(GL_TEXTURE_2D)});
  bind_framebuffer(0);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "BindTexture TexImage2D BindFramebuffer GenerateMipmap BindFramebuffer");
}

// It sees the other storage when it is bound again, for which another one has to be bound in between.
TEST_F(Slicing, KeepsTheBindThatLeavesAFramebufferAfterMipmapsWereMade) {
  const auto bind_framebuffer = [&](std::uint64_t target, std::uint64_t name) {
    program_.call(Id::glBindFramebuffer, {uint(target), uint(name)});
  };
  image(1);
  bind_framebuffer(GL_FRAMEBUFFER, 2);
  program_.call(Id::glGenerateMipmap, {uint(GL_TEXTURE_2D)});
  bind_framebuffer(GL_READ_FRAMEBUFFER, 0);  // draws still go into 2
  bind_framebuffer(GL_DRAW_FRAMEBUFFER, 0);
  bind_framebuffer(GL_FRAMEBUFFER, 3);
  bind_framebuffer(GL_FRAMEBUFFER, 2);
  frame();
  EXPECT_EQ(kept_before(frame(), 1),
            "BindTexture TexImage2D BindFramebuffer GenerateMipmap BindFramebuffer BindFramebuffer");
}

TEST_F(Slicing, KeepsWhatIsWrittenIntoAnotherTextureOfAnEglImage) {
  constexpr std::uint64_t kTexture2d = 0x30B1, kContext = 0x30, kImage = 0x99;
  image(1);
  const loaders::Value made = uint(kImage);
  program_.call(Id::eglCreateImageKHR, {uint(0), uint(kContext), uint(kTexture2d), uint(1), {}}, &made);
  bind(2);
  program_.call(Id::glEGLImageTargetTexture2DOES, {uint(GL_TEXTURE_2D), uint(kImage)});
  for (const std::uint32_t texture : {1, 3}) {
    bind(texture);
    program_.call(
        Id::glTexSubImage2D,
        {uint(GL_TEXTURE_2D), sint(0), sint(0), sint(0), sint(1), sint(1), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), {}});
  }
  bind(2);
  frame();
  EXPECT_EQ(kept_before(frame(), 1),
            "BindTexture TexImage2D lCreateImageKHR BindTexture EGLImageTargetTexture2DOES BindTexture TexSubImage2D "
            "BindTexture Clear DrawArrays")
      << "nothing of texture 3";
}

TEST_F(Slicing, KeepsOnlyWhatThePictureNeedsWhenAsked) {
  frame();
  program_.call(Id::glLineWidth, {f32(2)}).call(Id::glLineWidth, {f32(3)}).clear().triangles().show();
  const auto slice = [&](bool only_pictures) {
    return slice_recording([&] { return std::make_unique<FakeSource>(program_); },
                           {.frames = CallRange{.first = 1, .last = 1}, .only_pictures = only_pictures},
                           Caution::kCallsAreAccepted)
        ->calls.size();
  };
  EXPECT_EQ(slice(true) + 1, slice(false)) << "the first glLineWidth";
}

// A line of text whose letters are display lists that draw and move on.
TEST_F(Slicing, LeavesOutMatricesOfListsThatAPopTakesBack) {
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).triangles();
  program_.call(Id::glTranslatef, {f32(1), f32(0), f32(0)}).call(Id::glEndList);
  const auto text = [&] {
    program_.call(Id::glPushMatrix).call(Id::glCallList, {uint(4)}).call(Id::glCallList, {uint(4)});
    program_.call(Id::glPopMatrix);
  };
  text();
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "");
  program_.call(Id::glCallList, {uint(4)});
  frame();
  EXPECT_EQ(kept_before(frame(), 3), "NewList DrawArrays Translatef EndList CallList") << "the matrix is another one";
}

TEST_F(Slicing, LeavesOutListsWhoseStateIsSetAgain) {
  image(1);
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)});
  bind(1).call(Id::glEndList);
  image(2);
  program_.call(Id::glCallList, {uint(4)});
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "BindTexture TexImage2D NewList BindTexture EndList CallList");
  bind(2);
  frame();
  EXPECT_EQ(kept_before(frame(), 3), "BindTexture TexImage2D BindTexture");
}

// A push of matrices takes back no other state, and one of attributes no matrices.
TEST_F(Slicing, LeavesOutListsThatSetStateBetweenAPushOfMatricesAndItsPop) {
  for (int i = 0; i < 2; ++i) {
    program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).call(Id::glPushMatrix);
    program_.call(Id::glTranslatef, {f32(1), f32(0), f32(0)}).call(Id::glShadeModel, {uint(GL_FLAT)});
    program_.call(Id::glPopMatrix).call(Id::glEndList).call(Id::glCallList, {uint(4)});
  }
  program_.show();
  EXPECT_EQ(kept_before(frame(), 1), "NewList PushMatrix Translatef ShadeModel PopMatrix EndList CallList");
}

TEST_F(Slicing, KeepsMatricesOfListsBetweenAPushOfAttributesAndItsPop) {
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).call(Id::glPushAttrib, {uint(GL_ENABLE_BIT)});
  program_.call(Id::glTranslatef, {f32(1), f32(0), f32(0)}).call(Id::glPopAttrib).call(Id::glEndList);
  program_.call(Id::glCallList, {uint(4)}).show();
  EXPECT_EQ(kept_before(frame(), 1), "NewList PushAttrib Translatef PopAttrib EndList CallList");
}

TEST_F(Slicing, KeepsTheListThatAnotherListCallsByNow) {
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).triangles().call(Id::glEndList);
  program_.call(Id::glNewList, {uint(5), uint(GL_COMPILE)}).call(Id::glCallList, {uint(4)}).call(Id::glEndList);
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).enable(GL_BLEND).call(Id::glEndList);
  program_.call(Id::glCallList, {uint(5)});
  frame();
  EXPECT_EQ(kept_before(frame(), 1),
            "NewList DrawArrays EndList NewList CallList EndList NewList Enable EndList CallList");
}

TEST_F(Slicing, TakesBackWhatAListSetsBetweenAPushAndAPop) {
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE)}).enable(GL_BLEND).call(Id::glEndList);
  const auto call_between_push_of = [&](std::uint32_t bits) {
    program_.call(Id::glPushAttrib, {uint(bits)}).call(Id::glCallList, {uint(4)}).call(Id::glPopAttrib);
    frame();
  };
  call_between_push_of(GL_ENABLE_BIT);
  EXPECT_EQ(kept_before(frame(), 1), "");
  call_between_push_of(GL_CURRENT_BIT);
  EXPECT_EQ(kept_before(frame(), 3), "NewList Enable EndList PushAttrib CallList PopAttrib");
}

TEST_F(Slicing, LeavesOutListsThatWereExecutedWhenTheyWereMade) {
  program_.call(Id::glNewList, {uint(4), uint(GL_COMPILE_AND_EXECUTE)}).triangles().call(Id::glEndList);
  frame();
  program_.call(Id::glClearColor, {f32(1), f32(1), f32(1), f32(1)}).call(Id::glClear, {uint(GL_COLOR_BUFFER_BIT)});
  EXPECT_EQ(kept_before(frame(), 1), "");
}

TEST_F(Slicing, LeavesOutBitmapsWhenTheRasterPositionIsSetAgain) {
  const auto text = [&] {
    program_.call(Id::glRasterPos2i, {sint(1), sint(1)});
    program_.call(Id::glBitmap, {uint(0), uint(0), f32(0), f32(0), f32(9), f32(0), {}});
  };
  text();
  frame();
  text();
  frame();
  EXPECT_EQ(kept_before(frame(), 2), "RasterPos2i Bitmap");
}

// How many calls a slice of the first frame has that begins with those of `begin`, beyond the slice without them.
std::size_t added_by(const std::function<void(Program&)>& begin) {
  const auto kept = [](const Program& program) {
    const auto open = [&] { return std::make_unique<FakeSource>(program); };
    const SliceOf wanted{.frames = CallRange{.first = 0, .last = 0}, .only_pictures = true};
    return slice_recording(open, wanted, Caution::kCallsAreAccepted)->calls.size();
  };
  Program with, without;
  begin(with);
  with.triangles().show();
  without.triangles().show();
  return kept(with) - kept(without);
}

TEST_F(Slicing, LeavesOutCallsThatMakeTheSameContextCurrentAgain) {
  EXPECT_EQ(added_by([](Program& program) { program.make_current(Program::kWindow); }), 0u);
  EXPECT_EQ(
      added_by([](Program& program) {
        for (const std::uint64_t window : {std::uint64_t{8}, std::uint64_t{8}, Program::kWindow, Program::kWindow})
          program.make_current(window);
      }),
      1u)
      << "the first call, which gives the window its viewport, and the last that changes something";
}

TEST_F(Slicing, KeepsCallsThatChooseAnotherWindowToReadFrom) {
  const auto read_from = [](Program& program, std::uint64_t window) {
    program.call(Id::glXMakeContextCurrent, {uint(1), uint(Program::kWindow), uint(window), uint(0x30)});
  };
  EXPECT_EQ(added_by([&](Program& program) { read_from(program, Program::kWindow); }), 0u);
  EXPECT_EQ(added_by([&](Program& program) { read_from(program, 8); }), 1u);
}

TEST_F(Slicing, KeepsCallsThatChooseANewWindowWithAnOldName) {
  const auto delete_window = [](Program& program) {
    program.call(Id::glXDestroyPbuffer, {uint(1), uint(Program::kWindow)});
  };
  const std::size_t deleting = added_by(delete_window);
  EXPECT_EQ(added_by([&](Program& program) {
              delete_window(program);
              program.make_current(Program::kWindow);
            }),
            deleting + 1);
}

TEST_F(Slicing, KeepsTheLastOfEqualQuestionsAboutAProgram) {
  const auto ask = [&](const char* name) {
    program_.call(Id::glGetAttribLocation, {uint(7), loaders::Value::of_memory(loaders::ValueKind::kString, name, 1)});
  };
  program_.call(Id::glLinkProgram, {uint(7)}).call(Id::glUseProgram, {uint(7)});
  for (const char* name : {"a", "b", "a", "b", "a"}) ask(name);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "LinkProgram UseProgram GetAttribLocation GetAttribLocation");
}

// Two fragment shaders would not link.
TEST_F(Slicing, KeepsThatAShaderIsDetachedBeforeAnotherLink) {
  const auto with_shaders = [&](Id function, std::uint64_t shader) {
    program_.call(function, {uint(7), uint(shader)});
  };
  with_shaders(Id::glAttachShader, 8);
  program_.call(Id::glLinkProgram, {uint(7)});
  with_shaders(Id::glDetachShader, 8);
  with_shaders(Id::glAttachShader, 9);
  program_.call(Id::glLinkProgram, {uint(7)}).call(Id::glUseProgram, {uint(7)});
  with_shaders(Id::glDetachShader, 9);
  frame();
  EXPECT_EQ(kept_before(frame(), 1), "AttachShader LinkProgram DetachShader AttachShader LinkProgram UseProgram");
}

TEST_F(Slicing, SaysWhenThereIsNoSuchFrame) { EXPECT_EQ(kept_before(frame(), 7), "no frame"); }

}  // namespace
}  // namespace replay
