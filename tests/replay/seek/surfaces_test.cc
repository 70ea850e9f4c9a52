// Which draws may be left out because of clears of parts, of single draw buffers and of levels, and because of blits,
// if what the driver will be asked is true.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "tests/replay/seek/program.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Numbers = std::vector<std::uint64_t>;

// A context of OpenGL 4.5 with textures of 8x8 pixels that are not bound, and a window of that size.
class SeekSurfaces : public testing::Test, public Recording {
 protected:
  static constexpr std::uint32_t kScene = 5, kOther = 6;
  static constexpr std::uint64_t kWindow = 7, kColor = 11, kSecond = 12, kMap = 13, kDepth = 14;
  static constexpr int kSize = 8;

  SeekSurfaces() {
    const loaders::Value context = pointer(0x30);
    CallBuilder& lists = lists_;
    add(Id::glXCreateContextAttribsARB,
        {pointer(0x10), pointer(0x20), pointer(0), uint(1), lists.ints({0x2091, 4, 0x2092, 5, 0x9126, 1, 0})}, 0,
        &context);
    make_current(kWindow);
    viewport(0, 0, kSize, kSize);
    for (const std::uint64_t texture : {kColor, kSecond, kMap, kDepth}) {
      bind_texture(texture);
      give_level(0);
    }
    bind_texture(0);
    object(kScene, {{GL_COLOR_ATTACHMENT0, kColor}, {GL_DEPTH_ATTACHMENT, kDepth}});
  }

  void call(Id function, std::vector<loaders::Value> arguments = {}) { add(function, std::move(arguments)); }
  void bind_texture(std::uint64_t name) { call(Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(name)}); }
  void attach(std::uint64_t point, std::uint64_t texture, int level = 0) {
    call(Id::glFramebufferTexture2D,
         {uint(GL_FRAMEBUFFER), uint(point), uint(GL_TEXTURE_2D), uint(texture), sint(level)});
  }
  // Of the texture that is bound.
  void give_level(int level) {
    call(Id::glTexImage2D, {uint(GL_TEXTURE_2D), sint(level), sint(GL_RGBA8), sint(kSize >> level),
                            sint(kSize >> level), sint(0), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0)});
  }
  // Leaves the window bound.
  void object(std::uint32_t name, std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> textures,
              int level = 0) {
    bind_framebuffer(name);
    for (const auto& [point, texture] : textures) attach(point, texture, level);
    bind_framebuffer(0);
  }
  void clear(std::uint64_t mask) { call(Id::glClear, {uint(mask)}); }
  void clear_buffer(int buffer) {
    call(Id::glClearBufferfv, {uint(GL_COLOR), sint(buffer), lists_.floats({0, 0, 0, 1})});
  }
  // A clear in a box, in three calls.
  void clear_box(int left, int bottom, int width, int height, std::uint64_t mask) {
    call(Id::glScissor, {sint(left), sint(bottom), sint(width), sint(height)});
    call(Id::glEnable, {uint(GL_SCISSOR_TEST)});
    clear(mask);
    call(Id::glDisable, {uint(GL_SCISSOR_TEST)});
  }
  void blit(std::uint32_t from, std::uint32_t to, int width, std::uint64_t mask) {
    call(Id::glBindFramebuffer, {uint(GL_READ_FRAMEBUFFER), uint(from)});
    call(Id::glBindFramebuffer, {uint(GL_DRAW_FRAMEBUFFER), uint(to)});
    call(Id::glBlitFramebuffer, {sint(0), sint(0), sint(kSize), sint(kSize), sint(0), sint(0), sint(width), sint(kSize),
                                 uint(mask), uint(GL_NEAREST)});
    bind_framebuffer(0);
  }
  // Of the window, to the lower left part of the texture that is bound. Returns its number.
  std::uint64_t copy(int width, int height) {
    call(Id::glCopyTexSubImage2D,
         {uint(GL_TEXTURE_2D), sint(0), sint(0), sint(0), sint(0), sint(0), sint(width), sint(height)});
    return next_number() - 1;
  }
  // Between the lower left parts of two textures. Returns its number.
  std::uint64_t copy_image(std::uint64_t from, std::uint64_t to, int width, int height) {
    call(Id::glCopyImageSubData,
         {uint(from), uint(GL_TEXTURE_2D), sint(0), sint(0), sint(0), sint(0), uint(to), uint(GL_TEXTURE_2D), sint(0),
          sint(0), sint(0), sint(0), sint(width), sint(height), sint(1)});
    return next_number() - 1;
  }
  // A draw, whose number is the result.
  std::uint64_t draw() {
    triangles();
    return next_number() - 1;
  }
  std::uint64_t draw_into(std::uint32_t object) {
    bind_framebuffer(object);
    const std::uint64_t number = draw();
    bind_framebuffer(0);
    return number;
  }
  // Draws the texture into the window, and shows it.
  void show(std::uint64_t texture) {
    bind_texture(texture);
    clear(GL_COLOR_BUFFER_BIT);
    triangles();
    bind_texture(0);
    swap(kWindow);
  }
  DeadCalls dead(SeekGuesses guesses = {.redraws = false, .not_redrawn = {}}, const char* wanted = "0") const {
    const CallSet frames = *parse_frame_set(wanted), calls;
    DrawingHistory history(frames, calls, false);
    loaders::Batch batch;
    for (std::size_t i = 0; i < batches(); ++i) {
      fill(batch, i);
      for (const loaders::Call& each : batch.calls) {
        if (!history.follow(each)) break;
      }
    }
    return history.dead_calls(guesses);
  }
  static bool has(const DeadCalls& dead, std::uint64_t number) {
    return std::ranges::any_of(dead.runs, [&](const CallRun& run) {
      return run.first <= place_of_number(number) && place_of_number(number) <= run.last;
    });
  }
  bool is_dead(std::uint64_t number) const { return has(dead(), number); }

  CallBuilder lists_;
};

constexpr std::uint64_t kBoth = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT;

TEST_F(SeekSurfaces, ClearsOfPartsAddUp) {
  const std::uint64_t before = draw_into(kScene);
  bind_framebuffer(kScene);
  clear_box(0, 0, 4, 8, kBoth);
  const std::uint64_t between = draw();
  clear_box(4, 0, 4, 4, kBoth);
  clear_box(3, 4, 9, 4, kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_TRUE(is_dead(before));
  EXPECT_FALSE(is_dead(between)) << "it shows where it was not cleared again";
  EXPECT_FALSE(has(dead(SeekGuesses::none()), before)) << "nobody asks for the size of the texture";
}

// The left half of a texture is cleared and drawn into twice, under a viewport and without a scissor test, as programs
// do that draw the shadows of several lights into parts of one texture.
class SeekViewports : public SeekSurfaces {
 protected:
  // Whether the first draw is dead. `before` comes before both.
  template <class F>
  bool is_first_dead(F&& before, std::uint64_t mode = GL_TRIANGLES) {
    std::uint64_t first = 0;
    bind_framebuffer(kScene);
    for (int twice = 0; twice < 2; ++twice) {
      clear_box(0, 0, 4, 8, kBoth);
      viewport(0, 0, 4, 8);
      before();
      call(Id::glDrawArrays, {uint(mode), sint(0), sint(3)});
      if (twice == 0) first = next_number() - 1;
    }
    bind_framebuffer(0);
    show(kColor);
    return is_dead(first);
  }
  bool is_first_dead() {
    return is_first_dead([] {});
  }
};

TEST_F(SeekViewports, HoldTriangles) { EXPECT_TRUE(is_first_dead()); }

TEST_F(SeekViewports, HoldNoLinesWhichMayBeWide) {
  EXPECT_FALSE(is_first_dead([] {}, GL_LINES));
}

TEST_F(SeekViewports, HoldNoPatches) {
  EXPECT_FALSE(is_first_dead([] {}, GL_PATCHES));
}

TEST_F(SeekViewports, MayBeLargerThanWhatIsCleared) {
  EXPECT_FALSE(is_first_dead([this] { viewport(0, 0, 5, 8); }));
}

TEST_F(SeekViewports, MayLieWhereADriverHasNone) {
  EXPECT_FALSE(is_first_dead([this] { viewport(-1, 0, 4, 8); }));
}

TEST_F(SeekViewports, HoldNoPolygonsOfLines) {
  EXPECT_FALSE(is_first_dead([this] { call(Id::glPolygonMode, {uint(GL_FRONT_AND_BACK), uint(GL_LINE)}); }));
}

TEST_F(SeekViewports, MayBeChosenByShaders) {
  call(Id::glViewportIndexedf, {uint(1), f32(0), f32(0), f32(8), f32(8)});
  EXPECT_FALSE(is_first_dead());
}

TEST_F(SeekViewports, HoldNothingOfShadersThatMakeLinesOfTriangles) {
  const loaders::Value shader = uint(9);
  add(Id::glCreateShader, {uint(GL_GEOMETRY_SHADER)}, 0, &shader);
  EXPECT_FALSE(is_first_dead());
}

TEST_F(SeekSurfaces, AMaskOfOneDrawBufferCanBeOpenedAgain) {
  const auto mask = [&](std::uint64_t buffer, std::uint64_t written) {
    call(Id::glColorMaski, {uint(buffer), uint(written), uint(written), uint(written), uint(written)});
  };
  const std::uint64_t before = draw();
  mask(1, 0);
  mask(1, 1);
  mask(99, 1);  // GL has no such buffer, and refuses the call
  show(kColor);
  EXPECT_TRUE(is_dead(before));
}

TEST_F(SeekSurfaces, AClearWithAMaskedDrawBufferLeavesWhatWasThere) {
  const std::uint64_t before = draw();
  call(Id::glColorMaski, {uint(1), uint(0), uint(0), uint(0), uint(0)});
  call(Id::glColorMaski, {uint(0), uint(1), uint(1), uint(1), uint(1)});
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

TEST_F(SeekSurfaces, ClearsOfPartsLeaveAPixel) {
  const std::uint64_t before = draw_into(kScene);
  bind_framebuffer(kScene);
  clear_box(0, 0, 4, 8, kBoth);
  clear_box(4, 0, 4, 4, kBoth);
  clear_box(4, 4, 4, 3, kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
  EXPECT_TRUE(dead().guesses.empty());
}

TEST_F(SeekSurfaces, WhatIsReadBetweenClearsOfPartsLives) {
  const std::uint64_t before = draw_into(kScene);
  bind_framebuffer(kScene);
  clear_box(0, 0, 4, 8, kBoth);
  call(Id::glCopyTexSubImage1D, {uint(GL_TEXTURE_1D), sint(0), sint(0), sint(0), sint(0), sint(4)});
  clear_box(4, 0, 4, 8, kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

TEST_F(SeekSurfaces, ACopyIsDeadWhereALaterOneWritesAllOfIt) {
  bind_texture(kMap);
  const std::uint64_t first = copy(4, 3), wider = copy(5, 3), second = copy(4, 3), third = copy(4, 4);
  show(kMap);
  EXPECT_TRUE(is_dead(first));
  EXPECT_FALSE(is_dead(wider)) << "a column of it is left";
  EXPECT_TRUE(is_dead(second));
  EXPECT_FALSE(is_dead(third));
  EXPECT_EQ(number_at(dead().guesses.back().call), third);
  SeekGuesses guesses;
  guesses.copies = false;
  EXPECT_FALSE(has(dead(guesses), first));
}

TEST_F(SeekSurfaces, WhatADeadCopyReadsIsDead) {
  const auto draw_and_copy = [this] {
    clear(kBoth);
    const std::uint64_t number = draw_into(0);
    bind_texture(kMap);
    copy(4, 4);
    bind_texture(0);
    return number;
  };
  const std::uint64_t before = draw_and_copy(), after = draw_and_copy();
  clear(kBoth);
  show(kMap);
  EXPECT_TRUE(is_dead(before));
  EXPECT_FALSE(is_dead(after));
}

TEST_F(SeekSurfaces, ACopyToTheSameStorageIsDeadWhereALaterOneComes) {
  bind_texture(kMap);
  const auto copy_image = [this](int width, std::uint64_t format = GL_RGB) {
    call(Id::glCopyTexImage2D,
         {uint(GL_TEXTURE_2D), sint(0), uint(format), sint(1), sint(2), sint(width), sint(4), sint(0)});
    return next_number() - 1;
  };
  const std::uint64_t first = copy_image(4), second = copy_image(4), third = copy_image(4), wider = copy_image(5),
                      other = copy_image(5, GL_RGBA), repeated = copy_image(5, GL_RGBA);
  give_level(0);
  const std::uint64_t loaded = copy_image(5, GL_RGBA), last = copy_image(5, GL_RGBA);
  show(kMap);
  EXPECT_FALSE(is_dead(first)) << "it makes the storage";
  EXPECT_TRUE(is_dead(second));
  for (const std::uint64_t call : {third, wider, other, repeated, loaded, last}) EXPECT_FALSE(is_dead(call)) << call;
}

TEST_F(SeekSurfaces, WhatIsSampledBetweenCopiesLives) {
  bind_texture(kMap);
  const std::uint64_t first = copy(4, 4);
  draw();
  copy(4, 4);
  show(kMap);
  EXPECT_FALSE(is_dead(first));
}

TEST_F(SeekSurfaces, ACopyBetweenTexturesIsDeadWhereALaterOneWritesAllOfIt) {
  const auto draw_and_copy = [this](int width) {
    const std::uint64_t number = draw_into(kScene);
    return std::pair(number, copy_image(kColor, kMap, width, kSize));
  };
  const auto wider = draw_and_copy(kSize), first = draw_and_copy(kSize - 1), second = draw_and_copy(kSize - 1);
  show(kMap);
  EXPECT_FALSE(is_dead(wider.second)) << "a column of it is left";
  EXPECT_FALSE(is_dead(wider.first));
  EXPECT_TRUE(is_dead(first.second));
  EXPECT_FALSE(is_dead(second.second));
  EXPECT_EQ(number_at(dead().guesses.back().call), second.second);
}

TEST_F(SeekSurfaces, WhatADeadCopyBetweenTexturesReadsIsDead) {
  const auto draw_and_copy = [this] {
    bind_framebuffer(kScene);
    clear(kBoth);
    const std::uint64_t number = draw();
    bind_framebuffer(0);
    copy_image(kColor, kMap, kSize, kSize);
    return number;
  };
  const std::uint64_t before = draw_and_copy(), after = draw_and_copy();
  show(kMap);
  EXPECT_TRUE(is_dead(before));
  EXPECT_FALSE(is_dead(after));
}

TEST_F(SeekSurfaces, ACopyBetweenTexturesReadsWhatItNames) {
  const std::uint64_t drawn = draw_into(kScene);
  bind_framebuffer(kScene);
  clear(kBoth);
  bind_framebuffer(0);
  copy_image(kColor, kSecond, 4, 4);
  const std::uint64_t other = draw_into(kScene);
  show(kSecond);
  EXPECT_TRUE(is_dead(drawn)) << "it is cleared before it is copied";
  EXPECT_TRUE(is_dead(other)) << "it is drawn after the copy";
}

TEST_F(SeekSurfaces, AllOfAFlatLevelIsTheLevel) {
  constexpr std::uint32_t kWhole = 60;
  bind_framebuffer(kWhole);
  call(Id::glFramebufferTexture, {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(kMap), sint(0)});
  bind_framebuffer(0);
  const std::uint64_t before = draw_into(kWhole);
  copy_image(kSecond, kMap, kSize, kSize);
  const std::uint64_t after = draw_into(kWhole);
  show(kMap);
  EXPECT_TRUE(is_dead(before));
  EXPECT_FALSE(is_dead(after));
}

// The driver makes the levels of such a texture again after each copy.
TEST_F(SeekSurfaces, CopiesThatMakeMipmapsAreMade) {
  bind_texture(kMap);
  call(Id::glTexParameteri, {uint(GL_TEXTURE_2D), uint(GL_GENERATE_MIPMAP), sint(1)});
  const std::uint64_t first = copy(4, 4);
  copy(4, 4);
  show(kMap);
  EXPECT_FALSE(is_dead(first));
}

// With a test for depth, a draw that is needed for its colours needs the depth, which was cleared in other parts.
TEST_F(SeekSurfaces, PartsOfDepthAreNotPartsOfColors) {
  call(Id::glEnable, {uint(GL_DEPTH_TEST)});
  const std::uint64_t before = draw_into(kScene);
  bind_framebuffer(kScene);
  clear_box(0, 0, 4, 8, GL_COLOR_BUFFER_BIT);
  clear_box(0, 0, 8, 4, GL_DEPTH_BUFFER_BIT);
  draw();
  clear_box(4, 0, 4, 8, GL_COLOR_BUFFER_BIT);
  clear_box(0, 4, 8, 4, GL_DEPTH_BUFFER_BIT);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

TEST_F(SeekSurfaces, BuffersAreClearedOneByOne) {
  bind_framebuffer(kScene);
  attach(GL_COLOR_ATTACHMENT1, kSecond);
  call(Id::glDrawBuffers, {sint(2), lists_.names({GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0})});
  const std::uint64_t first = draw();
  clear_buffer(0);
  const std::uint64_t second = draw();
  clear_buffer(1);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_TRUE(is_dead(first));
  EXPECT_TRUE(is_dead(second)) << "the second clear is that of the texture that is shown";
}

TEST_F(SeekSurfaces, AClearOfOneBufferLeavesTheOther) {
  bind_framebuffer(kScene);
  attach(GL_COLOR_ATTACHMENT1, kSecond);
  call(Id::glDrawBuffers, {sint(2), lists_.names({GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1})});
  const std::uint64_t before = draw();
  clear_buffer(1);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

// A proof reads what the first draw buffer holds, and no other.
TEST_F(SeekSurfaces, DrawsIntoSeveralBuffersAreNotGuessedToCover) {
  constexpr std::uint32_t kTwo = 60;
  object(kTwo, {{GL_COLOR_ATTACHMENT0, kColor}, {GL_COLOR_ATTACHMENT1, kSecond}});
  const SeekGuesses redraws{.not_redrawn = {}, .least_saved = 0};
  for (const std::uint32_t second : {GL_NONE, GL_COLOR_ATTACHMENT1}) {
    bind_framebuffer(kTwo);
    call(Id::glDrawBuffers, {sint(2), lists_.names({GL_COLOR_ATTACHMENT0, second})});
    std::uint64_t number = 0;  // of the draw in the last frame but one
    for (int frame = 0; frame < 6; ++frame) {
      const std::uint64_t drawn = draw_into(kTwo);
      if (frame == 4) number = drawn;
      show(kColor);
    }
    EXPECT_EQ(has(dead(redraws, second == GL_NONE ? "5" : "11"), number), second == GL_NONE);
  }
}

TEST_F(SeekSurfaces, LevelsAreDrawnIntoByThemselves) {
  bind_texture(kColor);
  call(Id::glTexStorage2D, {uint(GL_TEXTURE_2D), sint(3), uint(GL_RGBA8), sint(kSize), sint(kSize)});
  bind_texture(0);
  object(kOther, {{GL_COLOR_ATTACHMENT0, kColor}}, 1);
  const std::uint64_t of_level = draw_into(kOther), of_first = draw_into(kScene);
  bind_framebuffer(kOther);
  clear(GL_COLOR_BUFFER_BIT);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_TRUE(is_dead(of_level));
  EXPECT_FALSE(is_dead(of_first)) << "a clear of the second level leaves the first";
  EXPECT_FALSE(has(dead(SeekGuesses::none()), of_level)) << "it may be incomplete where it is cleared";
}

TEST_F(SeekSurfaces, LevelsThatMayBeKeptApartAreNotFollowed) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}}, 1);
  const std::uint64_t of_level = draw_into(kOther);
  bind_framebuffer(kOther);
  clear(GL_COLOR_BUFFER_BIT);
  bind_framebuffer(0);
  bind_texture(kColor);
  give_level(1);
  bind_texture(0);
  const std::uint64_t of_first = draw_into(kScene);
  bind_framebuffer(kScene);
  clear(kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(of_level));
  EXPECT_FALSE(is_dead(of_first));
}

TEST_F(SeekSurfaces, AClearThroughAnotherFramebufferCounts) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}, {GL_DEPTH_ATTACHMENT, kDepth}});
  call(Id::glEnable, {uint(GL_DEPTH_TEST)});
  const std::uint64_t before = draw_into(kOther);
  bind_framebuffer(kScene);
  clear(kBoth);
  draw();
  bind_framebuffer(0);
  show(kColor);
  EXPECT_TRUE(is_dead(before)) << "its depth is cleared, and its colours are not shown";
  const DeadCalls all = dead();
  EXPECT_TRUE(std::ranges::any_of(all.guesses, [](const GuessedClear& guess) { return guess.is_shared; }));
  EXPECT_FALSE(has(dead(SeekGuesses::none()), before));
}

TEST_F(SeekSurfaces, AClearThroughAFramebufferOfSeveralSizesDoesNotCount) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}, {GL_DEPTH_ATTACHMENT, kDepth}});
  bind_texture(kColor);
  call(Id::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGBA8), sint(kSize - 1), sint(kSize), sint(0),
                          uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0)});
  bind_texture(0);
  call(Id::glEnable, {uint(GL_DEPTH_TEST)});
  const std::uint64_t before = draw_into(kOther);
  bind_framebuffer(kScene);
  clear(kBoth);
  draw();
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

TEST_F(SeekSurfaces, ABlitOfEverythingLeavesNothing) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}, {GL_DEPTH_ATTACHMENT, kSecond}});
  const std::uint64_t whole = draw_into(kScene);
  blit(kOther, kScene, kSize, GL_COLOR_BUFFER_BIT);
  show(kColor);
  EXPECT_TRUE(is_dead(whole));
  EXPECT_FALSE(has(dead(SeekGuesses::none()), whole));
}

TEST_F(SeekSurfaces, ABlitOfAPartLeavesTheRest) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}, {GL_DEPTH_ATTACHMENT, kSecond}});
  const std::uint64_t part = draw_into(kScene), source = draw_into(kOther);
  blit(kOther, kScene, kSize - 1, GL_COLOR_BUFFER_BIT);
  show(kColor);
  EXPECT_FALSE(is_dead(part));
  EXPECT_FALSE(is_dead(source));
}

TEST_F(SeekSurfaces, ABlitOfDepthLeavesColors) {
  object(kOther, {{GL_COLOR_ATTACHMENT0, kMap}, {GL_DEPTH_ATTACHMENT, kSecond}});
  const std::uint64_t before = draw_into(kScene);
  blit(kOther, kScene, kSize, GL_DEPTH_BUFFER_BIT);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

// The storage of a texture at another target of the same unit says nothing about what is drawn into.
TEST_F(SeekSurfaces, StorageOfAnotherTextureLeavesATargetAsItIs) {
  const std::uint64_t before = draw_into(kScene);
  call(Id::glBindTexture, {uint(GL_TEXTURE_CUBE_MAP), uint(20)});
  bind_texture(kColor);
  call(Id::glTexImage2D, {uint(GL_TEXTURE_CUBE_MAP_POSITIVE_X), sint(0), sint(GL_RGBA8), sint(4), sint(4), sint(0),
                          uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0)});
  bind_texture(0);
  bind_framebuffer(kScene);
  clear(kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_TRUE(is_dead(before));
}

TEST_F(SeekSurfaces, StorageOfTheTextureItselfMakesAnotherTarget) {
  const std::uint64_t before = draw_into(kScene);
  bind_texture(kColor);
  call(Id::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGBA8), sint(4), sint(4), sint(0), uint(GL_RGBA),
                          uint(GL_UNSIGNED_BYTE), pointer(0)});
  bind_texture(0);
  bind_framebuffer(kScene);
  clear(kBoth);
  bind_framebuffer(0);
  show(kColor);
  EXPECT_FALSE(is_dead(before));
}

}  // namespace
}  // namespace replay
