// Which draws may be left out when textures get new storage, and when contexts have objects with the same names.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Numbers = std::vector<std::uint64_t>;

constexpr std::uint32_t kScene = 5;
constexpr std::uint64_t kColor = 11, kMap = 13;

// Draws into kScene, calls `change`, clears it and draws again. Returns which draws may be left out: 1 and 2 if
// `change` does not matter for seeking.
Numbers dead_around(void (*change)(Program&)) {
  Program program;
  program.call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(kColor)});
  program.bind_framebuffer(kScene);
  program.call(Id::glFramebufferTexture2D,
               {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(kColor), sint(0)});
  const std::uint64_t begin = program.next_number() - 1;
  program.clear().triangles();  // 1, 2
  change(program);
  program.clear().triangles().show();
  Numbers numbers;
  for (const std::uint64_t number : program.dead("0")) numbers.push_back(number - begin);
  return numbers;
}

template <std::size_t kCount>
loaders::Value names_in(const std::uint32_t (&names)[kCount]) {
  return loaders::Value::of_memory(loaders::ValueKind::kArray, names, kCount, loaders::Elem::kU32);
}
void load(Program& program, int level) {
  const int size = 4 >> level;
  program.call(Id::glTexImage2D, {uint(GL_TEXTURE_2D), sint(level), uint(GL_RGBA), sint(size), sint(size), sint(0),
                                  uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0)});
}
void load(Program& program) { load(program, 0); }
void bind(Program& program, std::uint64_t name) { program.call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(name)}); }

TEST(DrawingObjects, NewStorageIsANewTarget) {
  for (auto change :
       {load,
        +[](Program& p) {
          p.call(Id::glRenderbufferStorage, {uint(GL_RENDERBUFFER), uint(GL_DEPTH_COMPONENT24), sint(4), sint(4)});
        },
        +[](Program& p) {
          static const std::uint32_t names[] = {kMap, kColor};
          p.call(Id::glDeleteTextures, {sint(2), names_in(names)});
        },
        +[](Program& p) {
          p.call(Id::glDeleteTextures, {sint(2), pointer(0)});  // only a damaged file has this
        },
        +[](Program& p) {
          p.call(Id::glTextureStorage2D, {uint(kColor), sint(1), uint(GL_RGBA8), sint(4), sint(4)});
        },
        // Here it is not known which texture is meant.
        +[](Program& p) {
          bind(p, kMap);
          p.call(Id::glActiveTexture, {uint(GL_TEXTURE0 + 999)});  // a driver without this unit stays at the old one
          load(p);
        },
        +[](Program& p) {
          bind(p, kMap);
          p.call(Id::glNewList, {uint(1), uint(GL_COMPILE)});
          bind(p, kColor);
          p.call(Id::glEndList).call(Id::glCallList, {uint(1)});
          load(p);
        }}) {
    EXPECT_EQ(dead_around(change), Numbers{});
  }
}

TEST(DrawingObjects, NewStorageOfOtherTexturesDoesNotMatter) {
  for (auto change : {+[](Program& p) {
                        bind(p, kMap);
                        load(p);
                      },
                      +[](Program& p) {
                        p.call(Id::glActiveTexture, {uint(GL_TEXTURE1)});
                        load(p);
                      },
                      +[](Program& p) {
                        p.call(Id::glActiveTexture, {uint(GL_TEXTURE0 + 99)});  // the driver is asked
                        load(p);
                      },
                      +[](Program& p) {
                        static const std::uint32_t names[] = {kMap};
                        p.call(Id::glDeleteTextures, {sint(1), names_in(names)});
                      },
                      +[](Program& p) {
                        p.call(Id::glTextureStorage2D, {uint(kMap), sint(1), uint(GL_RGBA8), sint(4), sint(4)});
                      }}) {
    EXPECT_EQ(dead_around(change), (Numbers{1, 2}));
  }
}

// Godot 3 allocates the levels of a texture, and attaches each of them, before it draws.
TEST(DrawingObjects, LevelsThatCameOneByOneAreFollowedWhereNoDrawCameBeforeTheyWereAttached) {
  for (const bool draws_before : {false, true}) {
    Program program;
    bind(program, kColor);
    load(program, 0);
    load(program, 1);
    if (draws_before) program.triangles();
    program.bind_framebuffer(kScene);
    program.call(Id::glFramebufferTexture2D,
                 {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(kColor), sint(0)});
    bind(program, 0);
    const std::uint64_t first = program.next_number();
    program.clear().triangles().clear().triangles().show();
    const Numbers overwritten = draws_before ? Numbers{} : Numbers{first, first + 1};
    EXPECT_EQ(program.dead("0"), overwritten) << draws_before;
  }
}

// Each scene of glmark2 has its own context, and their framebuffer objects have the same names.
TEST(DrawingObjects, TheSameNameIsAnotherObjectWhenContextsDoNotShare) {
  for (const bool shared : {false, true}) {
    Program program;
    const auto context = [&program, shared](std::uint64_t handle) {
      static loaders::Value made[2];
      loaders::Value& result = made[handle == 0x31];
      result = pointer(handle);
      const std::uint64_t partner = shared && handle == 0x31 ? 0x30 : 0;
      program.call(Id::glXCreateContext, {pointer(0x10), pointer(0x20), pointer(partner), uint(1)}, &result);
      program.call(Id::glXMakeCurrent, {pointer(0x10), uint(Program::kWindow), pointer(handle)});
      bind(program, kColor);
      program.bind_framebuffer(kScene);
      program.call(Id::glFramebufferTexture2D,
                   {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(kColor), sint(0)});
    };
    context(0x30);
    program.clear().triangles();  // 6, 7
    context(0x31);
    program.clear().triangles().clear().triangles().show();  // 13 to 16
    EXPECT_EQ(program.dead("0"), shared ? Numbers{} : (Numbers{13, 14}));
  }
}

}  // namespace
}  // namespace replay
