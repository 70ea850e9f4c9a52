// Which draws into framebuffer objects may be left out.
#include <gtest/gtest.h>

#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Numbers = std::vector<std::uint64_t>;

// The framebuffer object kScene has the texture kColor and the renderbuffer kDepth.
class OffscreenProgram : public Program {
 public:
  static constexpr std::uint32_t kScene = 5, kOther = 6;
  static constexpr std::uint64_t kColor = 11, kDepth = 12, kMap = 13;

  OffscreenProgram() {
    for (const std::uint64_t name : {kColor, kDepth, kMap, std::uint64_t{0}}) texture(name);
    call(Id::glBindRenderbuffer, {uint(GL_RENDERBUFFER), uint(kDepth)});
    bind_framebuffer(kScene);
    attach(GL_COLOR_ATTACHMENT0, kColor);
    call(Id::glFramebufferRenderbuffer,
         {uint(GL_FRAMEBUFFER), uint(GL_DEPTH_ATTACHMENT), uint(GL_RENDERBUFFER), uint(kDepth)});
    bind_framebuffer(0);
    begin = next_number();
  }

  OffscreenProgram& attach(std::uint64_t point, std::uint64_t texture, int level = 0) {
    call(Id::glFramebufferTexture2D,
         {uint(GL_FRAMEBUFFER), uint(point), uint(GL_TEXTURE_2D), uint(texture), sint(level)});
    return *this;
  }
  void texture(std::uint64_t name) { call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(name)}); }
  // A copy that is always made.
  void copy() { call(Id::glCopyTexSubImage1D, {uint(GL_TEXTURE_1D), sint(0), sint(0), sint(0), sint(0), sint(8)}); }
  void blit(std::uint64_t mask = GL_COLOR_BUFFER_BIT) {
    call(Id::glBlitFramebuffer,
         {sint(0), sint(0), sint(8), sint(8), sint(0), sint(0), sint(8), sint(8), uint(mask), uint(GL_NEAREST)});
  }
  // Clears `object` and draws into it. With binding and unbinding it makes four calls.
  void scene(std::uint32_t object = kScene) {
    bind_framebuffer(object);
    clear().triangles();
    bind_framebuffer(0);
  }
  // Clears the window and draws it with the texture. It makes four calls.
  void window(std::uint64_t name = kColor) {
    clear();
    texture(name);
    triangles().show();
  }
  // Returns which calls after the constructor's may be left out for `frames` and `calls`, counted from 0.
  Numbers dead_since(const char* frames, const char* calls = "") const {
    Numbers numbers;
    for (const std::uint64_t number : dead(frames, calls)) numbers.push_back(number - begin);
    return numbers;
  }

  std::uint64_t begin = 0;
};

class Offscreen : public testing::Test, public OffscreenProgram {};

TEST_F(Offscreen, DrawsThatAreClearedBeforeTheyAreReadAreDead) {
  for (int frame = 0; frame < 3; ++frame) {
    scene();
    window();
  }
  EXPECT_EQ(dead_since("2"), (Numbers{1, 2, 4, 6, 9, 10, 12, 14}));
}

TEST_F(Offscreen, WithoutAClearEverythingLives) {
  for (int frame = 0; frame < 2; ++frame) {
    bind_framebuffer(kScene);
    triangles();
    bind_framebuffer(0);
    window();
  }
  EXPECT_EQ(dead_since("1"), (Numbers{3, 5})) << "only the draws of the window are dead";
}

TEST_F(Offscreen, ATextureThatIsNotBoundIsNotRead) {
  scene();
  window(kMap);
  EXPECT_EQ(dead_since("0"), (Numbers{1, 2}));
  scene();
  window(kMap);
  scene();
  window();
  EXPECT_EQ(dead_since("2"), (Numbers{1, 2, 4, 6, 9, 10, 12, 14}));
}

// A frame without a surface shows the framebuffer that is bound when it ends.
TEST_F(Offscreen, TheFramebufferThatIsBoundIsShown) {
  bind_framebuffer(kScene);
  clear().triangles().show();
  bind_framebuffer(0);
  EXPECT_EQ(dead_since("0"), Numbers{});
}

// The first of two passes must not keep alive what the second one draws in every frame.
TEST_F(Offscreen, TwoPassesAreDistinguished) {
  bind_framebuffer(kOther);
  attach(GL_DEPTH_ATTACHMENT, kMap);
  bind_framebuffer(0);
  enable(GL_DEPTH_TEST);
  const std::uint64_t first = 4;
  for (int frame = 0; frame < 3; ++frame) {
    texture(0);
    scene(kOther);
    texture(kMap);
    scene();
    window();
  }
  Numbers expected;
  for (std::uint64_t frame = 0; frame < 2; ++frame) {
    for (const std::uint64_t call : {2, 3, 7, 8, 10, 12}) expected.push_back(first + frame * 14 + call);
  }
  EXPECT_EQ(dead_since("2"), expected);
}

TEST_F(Offscreen, DrawsThatAreCopiedOrReadIntoABufferLive) {
  call(Id::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(3)});
  for (const bool copies : {true, false}) {
    bind_framebuffer(kScene);
    clear().triangles();
    if (copies) copy();
    else
      call(Id::glReadPixels, {sint(0), sint(0), sint(8), sint(8), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(16)});
    bind_framebuffer(0);
    window();
  }
  scene();
  window();
  EXPECT_EQ(dead_since("2"), (Numbers{6, 8, 15, 17}));
}

TEST_F(Offscreen, MipmapsAreMadeOfWhatWasDrawn) {
  texture(kColor);
  scene();
  call(Id::glGenerateMipmap, {uint(GL_TEXTURE_2D)});
  window();
  scene();
  window();
  EXPECT_EQ(dead_since("1"), (Numbers{6, 8})) << "the window of frame 1 may read the levels that frame 0 has made";
}

TEST_F(Offscreen, MipmapsAreDeadWhenTheyAreMadeAgain) {
  for (int frame = 0; frame < 3; ++frame) {
    texture(0);
    scene();
    texture(kColor);
    call(Id::glGenerateMipmap, {uint(GL_TEXTURE_2D)});
    window();
  }
  EXPECT_EQ(dead_since("2"), (Numbers{7, 9, 13, 14, 17, 18, 20})) << "those of frame 0 are the texture's first";
}

// The window of frame 1 may read the levels that frame 0 has made.
TEST_F(Offscreen, MipmapsOfOtherLevelsAreNotMadeAgain) {
  for (auto change : {+[](Program& p) {
                        p.call(Id::glTexParameteri, {uint(GL_TEXTURE_2D), uint(GL_TEXTURE_BASE_LEVEL), sint(1)});
                      },
                      +[](Program& p) {
                        p.call(Id::glTexParameterIiv, {uint(GL_TEXTURE_2D), uint(GL_TEXTURE_MAX_LEVEL), pointer(0)});
                      },
                      +[](Program& p) {
                        p.call(Id::glTextureParameteri, {uint(kColor), uint(GL_TEXTURE_MAX_LEVEL), sint(1)});
                      },
                      +[](Program& p) {
                        p.call(Id::glMultiTexParameteriEXT,
                               {uint(GL_TEXTURE0), uint(GL_TEXTURE_2D), uint(GL_TEXTURE_BASE_LEVEL), sint(1)});
                      }}) {
    OffscreenProgram program;
    for (int frame = 0; frame < 2; ++frame) {
      program.texture(0);
      program.scene();
      program.texture(kColor);
      change(program);
      program.call(Id::glGenerateMipmap, {uint(GL_TEXTURE_2D)});
      program.window();
    }
    EXPECT_EQ(program.dead_since("1"), (Numbers{8, 10}));
  }
}

TEST_F(Offscreen, MipmapsThatMayBeRefusedAreNotMadeAgain) {
  for (int frame = 0; frame < 2; ++frame) {
    texture(0);
    scene();
    call(Id::glBindTexture, {uint(GL_TEXTURE_BUFFER), uint(kColor)});
    call(Id::glGenerateMipmap, {uint(GL_TEXTURE_BUFFER)});
    window();
  }
  EXPECT_EQ(dead_since("1"), (Numbers{})) << "it may read everything, the window too";
}

// Toolkits show what others have drawn in a context of their own, in which no test is enabled.
TEST_F(Offscreen, TestsOfAnotherContextDoNotCountForTheWindow) {
  const auto current = [this](std::uint64_t context) {
    call(Id::glXMakeCurrent, {pointer(0x10), uint(kWindow), pointer(context)});
  };
  enable(GL_STENCIL_TEST);
  for (int frame = 0; frame < 2; ++frame) {
    current(0x30);  // 1, 9
    bind_framebuffer(kScene);
    clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT).triangles();  // 3, 4
    current(0x40);
    clear(GL_COLOR_BUFFER_BIT);  // 6
    texture(kColor);
    triangles().show();  // 8
  }
  EXPECT_EQ(dead_since("1"), (Numbers{3, 4, 6, 8}));
}

TEST_F(Offscreen, NewAttachmentsOrDrawBuffersAreANewTarget) {
  bind_framebuffer(kScene);
  clear().triangles();                 // 1, 2
  attach(GL_COLOR_ATTACHMENT1, kMap);  // 3
  clear().triangles();                 // 4, 5
  call(Id::glDrawBuffer, {uint(GL_COLOR_ATTACHMENT1)});
  clear().triangles().clear().triangles().show();  // 7 to 10
  EXPECT_EQ(dead_since("0"), (Numbers{7, 8}));
}

// Two framebuffers have the same renderbuffer, so the depth of one decides what the other shows.
TEST_F(Offscreen, AnImageCanBeAttachedToTwoFramebuffers) {
  bind_framebuffer(kOther);
  attach(GL_COLOR_ATTACHMENT0, kMap);
  call(Id::glFramebufferRenderbuffer,
       {uint(GL_FRAMEBUFFER), uint(GL_DEPTH_ATTACHMENT), uint(GL_RENDERBUFFER), uint(kDepth)});
  enable(GL_DEPTH_TEST);
  bind_framebuffer(kScene);
  clear().triangles();  // 5, 6
  bind_framebuffer(kOther);
  triangles();  // 8
  bind_framebuffer(kScene);
  clear();  // 10
  bind_framebuffer(0);
  window(kMap);
  EXPECT_EQ(dead_since("0"), Numbers{10}) << "what is drawn needs the depth that was drawn before";
}

TEST_F(Offscreen, AClearOfOneOfTwoBuffersLeavesTheOther) {
  bind_framebuffer(kScene);
  attach(GL_COLOR_ATTACHMENT1, kMap);
  CallBuilder names;
  call(Id::glDrawBuffers, {sint(2), names.names({GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1})});
  const auto clear_buffer = [&] { call(Id::glClearBufferfv, {uint(GL_COLOR), sint(0), names.floats({0, 0, 0, 1})}); };
  triangles();     // 3
  clear_buffer();  // 4
  triangles();     // 5
  call(Id::glDrawBuffers, {sint(1), names.names({GL_COLOR_ATTACHMENT0})});
  triangles();     // 7
  clear_buffer();  // 8
  for (const bool settled : {false, true}) {
    const loaders::Value none = uint(GL_NO_ERROR);
    if (settled) call(Id::glGetError, {}, &none);
    show();
    EXPECT_EQ(dead_since(settled ? "1" : "0"), settled ? Numbers{7} : Numbers{}) << "the context may lack the function";
  }
}

TEST_F(Offscreen, DrawsThatDependOnUntrackedStateLive) {
  for (auto odd : {+[](Offscreen& o) { o.attach(GL_COLOR_ATTACHMENT0, kColor, 1); },
                   +[](Offscreen& o) {
                     o.call(Id::glFramebufferTexture2DMultisampleEXT,
                            {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(kColor),
                             sint(0), sint(4)});
                   },
                   +[](Offscreen& o) {
                     o.call(Id::glPushAttrib, {uint(GL_COLOR_BUFFER_BIT)});
                     o.call(Id::glDrawBuffer, {uint(GL_COLOR_ATTACHMENT1)});
                     o.call(Id::glPopAttrib);
                   }}) {
    struct : Offscreen {
      void TestBody() override {}
    } program;
    program.bind_framebuffer(kScene);
    odd(program);
    program.clear().triangles().clear().triangles().show();
    EXPECT_EQ(program.dead("0"), Numbers{});
  }
}

TEST_F(Offscreen, TheAttributeStackRestoresTheSameDrawBuffers) {
  bind_framebuffer(kScene);  // 0
  call(Id::glPushAttrib, {uint(GL_ALL_ATTRIB_BITS)});
  triangles();
  call(Id::glPopAttrib);
  clear().triangles();
  bind_framebuffer(0);
  window();
  EXPECT_EQ(dead_since("0"), Numbers{2});
}

TEST_F(Offscreen, TheAttributeStackMayRestoreDrawBuffersOfAnotherObject) {
  bind_framebuffer(kOther);
  attach(GL_COLOR_ATTACHMENT0, kMap);
  call(Id::glPushAttrib, {uint(GL_COLOR_BUFFER_BIT)});
  bind_framebuffer(kScene);
  triangles();
  call(Id::glPopAttrib);
  clear().triangles();
  bind_framebuffer(0);
  window();
  EXPECT_EQ(dead_since("0"), Numbers{});
}

TEST_F(Offscreen, TheSameNameInTwoContextsMayBeTheSameObject) {
  scene();
  window();
  add(Id::glXMakeCurrent, {pointer(0x10), uint(kWindow), pointer(0x40)});
  bind_framebuffer(kScene);
  bind_framebuffer(0);
  scene();
  window();
  EXPECT_EQ(dead_since("1"), (Numbers{4, 6})) << "only the draws of the window are dead";
}

TEST_F(Offscreen, ABlitIsADrawThatReads) {
  for (int frame = 0; frame < 2; ++frame) {
    scene();  // 0 to 3
    call(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(kScene)});
    clear();
    blit();  // 6
    call(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(0)});
    show();
  }
  EXPECT_EQ(dead_since("1"), (Numbers{1, 2, 5, 6}));
  EXPECT_EQ(dead_since("0-1"), Numbers{});
}

TEST_F(Offscreen, ABlitReadsATextureThatIsNotBound) {
  scene();
  call(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(kScene)});
  blit();
  call(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(0)});
  scene();
  show();
  EXPECT_EQ(dead_since("0"), (Numbers{8, 9})) << "nothing reads what is drawn after the blit";
}

TEST_F(Offscreen, ABlitOfTheWindowReadsIt) {
  triangles();  // 0
  call(Id::glBindFramebuffer, {uint(GL_DRAW_FRAMEBUFFER), uint(kScene)});
  blit();
  call(Id::glBindFramebuffer, {uint(GL_DRAW_FRAMEBUFFER), uint(0)});
  clear();
  triangles();  // 5
  window();
  EXPECT_EQ(dead_since("0"), (Numbers{4, 5}));
}

TEST_F(Offscreen, ATextureOfAListMayBeRead) {
  call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
  texture(kColor);
  call(Id::glEndList);
  scene();  // 3 to 6
  call(Id::glCallList, {uint(1)});
  triangles();
  copy();
  clear();
  scene();
  show();
  EXPECT_EQ(dead_since("0"), (Numbers{12, 13})) << "the copy depends on what was drawn with the texture";
}

TEST_F(Offscreen, AViewShowsWhatIsDrawnIntoAnotherTexture) {
  call(Id::glTextureView,
       {uint(40), uint(GL_TEXTURE_2D), uint(kColor), uint(GL_RGBA8), uint(0), uint(1), uint(0), uint(1)});
  scene();
  window(40);
  scene();
  window();
  EXPECT_EQ(dead_since("1"), (Numbers{5, 7}));
}

TEST_F(Offscreen, APictureAfterACallKeepsTheDrawsBeforeIt) {
  scene();
  scene();
  scene();
  EXPECT_EQ(dead_since("", std::to_string(begin + 6).c_str()), (Numbers{1, 2}));
}

TEST_F(Offscreen, TheAttributeStackRestoresTextures) {
  texture(kColor);
  call(Id::glPushAttrib, {uint(GL_TEXTURE_BIT)});
  texture(0);
  call(Id::glPopAttrib);
  scene();  // 4 to 7
  triangles();
  copy();
  scene();
  show();
  EXPECT_EQ(dead_since("0"), (Numbers{11, 12}));
}

TEST_F(Offscreen, DrawnStencilsLiveWithoutATest) {
  Program program;
  program.call(Id::glDrawPixels, {sint(1), sint(1), uint(GL_STENCIL_INDEX), uint(GL_UNSIGNED_BYTE), pointer(16)});
  program.clear(GL_COLOR_BUFFER_BIT).show();
  EXPECT_EQ(program.dead("0"), Numbers{1});
  EXPECT_EQ(program.dead("0", "", true), Numbers{});
  Program list;
  list.call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
  list.call(Id::glDrawPixels, {sint(1), sint(1), uint(GL_STENCIL_INDEX), uint(GL_UNSIGNED_BYTE), pointer(16)});
  list.call(Id::glEndList).call(Id::glCallList, {uint(1)}).clear(GL_COLOR_BUFFER_BIT).show();
  EXPECT_EQ(list.dead("0"), Numbers{4});
  EXPECT_EQ(list.dead("0", "", true), Numbers{});
}

TEST_F(Offscreen, AListThatOnlySetsStencilStateDrawsNone) {
  Program list;
  list.call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
  list.call(Id::glTexParameteri, {uint(GL_TEXTURE_2D), uint(GL_DEPTH_STENCIL_TEXTURE_MODE), sint(GL_STENCIL_INDEX)});
  list.call(Id::glRectf, {pointer(0), pointer(0), pointer(0), pointer(0)});
  list.call(Id::glEndList).call(Id::glCallList, {uint(1)}).clear(GL_COLOR_BUFFER_BIT).show();
  EXPECT_EQ(list.dead("0", "", true), Numbers{5});
}

}  // namespace
}  // namespace replay
