#include "replay/bisect/draw_plan.h"

#include <gtest/gtest.h>

#include "loaders/open.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

class DrawPlan : public testing::Test {
 protected:
  std::vector<DrawingCall> plan() {
    scene.write(folder.path() / "t.wip15");
    auto opened = loaders::open_trace((folder.path() / "t.wip15").string());
    return plan_draws(**opened);
  }
  // Writes 'x' for a drawing call, 'X' for a checkpoint, and '|' between frames.
  std::string shape() {
    std::string text;
    std::uint64_t frame = 0;
    for (const DrawingCall& draw : plan()) {
      for (; frame < draw.frame; ++frame) text += '|';
      text += draw.checkpoint ? 'X' : 'x';
    }
    return text;
  }
  ScratchFolder folder;
  Scene scene;
};

TEST_F(DrawPlan, HasCheckpointsBeforeClearsAndSwaps) {
  scene.window(8, 4).clear(kRedColor).draw().draw().clear(kRedColor).draw().swap().clear(kRedColor).draw().swap();
  EXPECT_EQ(shape(), "xxXxX|xX");
}

TEST_F(DrawPlan, HasCheckpointsBeforeTheFramebufferChanges) {
  scene.window(8, 4).draw();
  scene.trace.call("glBindFramebuffer", {0x8D40, 5});
  scene.draw().draw();
  scene.trace.call("glBindFramebuffer", {0x8CA8, 0});  // it is bound for reading, which removes nothing
  scene.draw();
  scene.trace.call("glBindFramebuffer", {0x8D40, 0});
  scene.draw();
  EXPECT_EQ(shape(), "XxxXX");
}

TEST_F(DrawPlan, ACallThatWritesATextureIsACheckpoint) {
  scene.window(8, 4).draw();
  scene.trace.call("glGenerateMipmap", {0x0DE1});
  scene.draw().draw().swap();
  EXPECT_EQ(shape(), "xXxX");
}

TEST_F(DrawPlan, ChangesOfTexturesMatterOnlyWhileAFramebufferObjectIsBound) {
  scene.window(8, 4).draw();
  const auto upload = [&] {
    scene.trace.call("glTexImage2D", {0x0DE1, 0, 0x8058, 1, 1, 0, 0x1908, 0x1401, std::string(4, 'x')});
  };
  upload();
  scene.draw();
  scene.trace.call("glBindFramebuffer", {0x8D40, 5});
  scene.draw();
  upload();
  scene.draw();
  EXPECT_EQ(shape(), "xXXX");
}

TEST_F(DrawPlan, KnowsAWayOfDrawingThatIsNew) {
  scene.window(8, 4).draw().draw();
  scene.trace.call("glEnable", {0x0BE2});
  scene.draw();
  scene.trace.call("glDisable", {0x0BE2});
  scene.draw();
  scene.trace.call("glEnable", {0x0BE2});
  scene.draw().clear(kRedColor);
  std::string kinds;
  for (const DrawingCall& draw : plan()) kinds += draw.new_kind ? 'n' : '-';
  EXPECT_EQ(kinds, "n-nn-n");  // disabled differs from never set
}

TEST_F(DrawPlan, EndsWithTheLastDraw) {
  scene.window(8, 4).draw().swap().draw().draw();
  EXPECT_EQ(shape(), "X|xX");
}

}  // namespace
}  // namespace replay
