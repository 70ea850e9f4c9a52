// Windows: each has its own pixels, and its size before it is drawn into, wherever the recording has the size.
//
// Each frame paints its window red and the first four columns green; the last column is red only if the window is wide
// enough, and the picture has the window's size.
#include <gtest/gtest.h>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class Windows : public ProgramTest {
 protected:
  static Scene& paint(Scene& scene) { return scene.clear(kRedColor).clear_left(4, 4, kGreenColor); }

  // Returns the size ("8x4"), or what is wrong with the pixels.
  static std::string look_of(const Picture& picture) {
    if (!picture.valid()) return "no picture";
    const std::string size = std::to_string(picture.width) + "x" + std::to_string(picture.height);
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const bool green = x < 4 && y >= picture.height - 4;
        if (pixel_of(picture, x, y) != (green ? kGreen : kRed)) return size + " with wrong pixels";
      }
    }
    return size;
  }
  std::string look(Scene& scene, int frame) const { return look_of(picture_of(scene, frame)); }
};

TEST_F(Windows, SizeMayBeRecordedWithMakeCurrent) {
  Scene scene;
  paint(scene.context().make_current_sized(10, 6)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
}

TEST_F(Windows, SizeMayBeRecordedRightAfterMakeCurrent) {
  Scene scene;
  paint(scene.context().make_current().told(10, 6)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
}

TEST_F(Windows, SizeMayBeRecordedAfterTheFirstSwap) {
  Scene scene;
  paint(scene.context().make_current()).swap();
  paint(scene.told(10, 6)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
  EXPECT_EQ(look(scene, 1), "10x6");
}

TEST_F(Windows, SizeIsThatOfTheLargestViewportWhenItIsNotRecorded) {
  Scene scene;
  paint(scene.context().make_current().viewport(5, 5).viewport(10, 6)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
}

TEST_F(Windows, SizeIsKnownWhenAProgramNeverSwaps) {
  Scene scene;
  paint(scene.context().make_current().viewport(10, 6));
  EXPECT_EQ(look(scene, 0), "10x6");
}

TEST_F(Windows, MayBeResized) {
  Scene scene;
  paint(scene.window(10, 6)).swap();
  paint(scene.told(20, 5)).swap();
  paint(scene.told(5, 20)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
  EXPECT_EQ(look(scene, 1), "20x5");
  EXPECT_EQ(look(scene, 2), "5x20");
}

TEST_F(Windows, AResizeMayBeRecordedOneFrameLate) {
  Scene scene;
  paint(scene.context().make_current()).swap();
  paint(scene.told(10, 6)).swap();
  paint(scene.viewport(20, 5)).swap();
  paint(scene.told(20, 5)).swap();
  EXPECT_EQ(look(scene, 1), "10x6");
  EXPECT_EQ(look(scene, 2), "20x5");
}

TEST_F(Windows, TheFirstWindowSetsTheViewport) {
  Scene scene;
  scene.context().make_current();
  scene.program("out vec4 color; void main() { color = vec4(1, 0, 0, 1); }", {}).draw().clear_left(4, 4, kGreenColor);
  scene.swap().told(10, 6).swap();
  EXPECT_EQ(look(scene, 0), "10x6") << "the draw fills the window";
}

TEST_F(Windows, TwoWindowsHaveTheirOwnPixels) {
  constexpr std::uint64_t kFirst = 0x200002, kSecond = 0x200005;
  Scene scene;
  scene.context().make_current_sized(8, 4, kFirst).clear(kRedColor);
  scene.make_current_sized(3, 2, kSecond).clear(kBlueColor).swap(kSecond);
  scene.swap(kFirst);  // while the other one is current
  scene.make_current(kFirst).clear(kGreenColor).swap(kFirst);
  const Picture second = picture_of(scene, 0), first = picture_of(scene, 1), last = picture_of(scene, 2);
  EXPECT_EQ(second.width, 3);
  EXPECT_EQ(pixel_of(second, 2, 1), kBlue);
  EXPECT_EQ(first.width, 8);
  EXPECT_EQ(pixel_of(first, 7, 3), kRed);
  EXPECT_EQ(last.width, 8);
  EXPECT_EQ(pixel_of(last, 7, 3), kGreen);
}

TEST_F(Windows, AWindowThatIsDestroyedUnusedDoesNotMatter) {
  Scene scene;
  scene.context(0x50).make_current(0x100001, 0x50);
  scene.make_current(0, 0).trace.call("glXDestroyContext", {0x10, 0x50});
  paint(scene.window(10, 6)).swap();
  EXPECT_EQ(look(scene, 0), "10x6");
}

// Two contexts share objects: one draws with the objects of the other.
TEST_F(Windows, ContextsThatShareUseEachOthersObjects) {
  Scene scene;
  scene.window(8, 4).context(0x50, Scene::kContext);
  scene.buffer(300'000, 0x8A11, floats({0, 0, 1, 1}));
  scene.make_current(Scene::kWindow, 0x50);
  scene.program("layout(std140) uniform A { vec4 a; }; out vec4 color; void main() { color = a; }", {});
  scene.trace.call("glBindBufferBase", {0x8A11, 0, 300'000});
  scene.draw().swap();
  EXPECT_EQ(pixel_of(picture_of(scene, 0), 7, 3), kBlue);
}

}  // namespace
}  // namespace replay
