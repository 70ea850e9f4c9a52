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
    return plan_draws(*opened.source);
  }
  // 'x' a drawing call, 'X' a checkpoint, '|' between frames.
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

TEST_F(DrawPlan, LooksBeforeClearsAndSwaps) {
  scene.window(8, 4).clear(kRedColor).draw().draw().clear(kRedColor).draw().swap().clear(kRedColor).draw().swap();
  EXPECT_EQ(shape(), "xxXxX|xX");
}

TEST_F(DrawPlan, LooksBeforeTheFramebufferChanges) {
  scene.window(8, 4).draw();
  scene.trace.call("glBindFramebuffer", {0x8D40, 5});
  scene.draw().draw();
  scene.trace.call("glBindFramebuffer", {0x8CA8, 0});  // for reading: takes nothing away
  scene.draw();
  scene.trace.call("glBindFramebuffer", {0x8D40, 0});
  scene.draw();
  EXPECT_EQ(shape(), "XxxXX");
}

// The framebuffer that is bound meanwhile may never have been drawn into.
TEST_F(DrawPlan, LeavesOutWhatDrawsElsewhere) {
  scene.window(8, 4).draw();
  scene.trace.call("glGenerateMipmap", {0x0DE1});
  scene.swap();
  EXPECT_EQ(shape(), "X");
}

TEST_F(DrawPlan, EndsWithTheLastDraw) {
  scene.window(8, 4).draw().swap().draw().draw();
  EXPECT_EQ(shape(), "X|xX");
}

}  // namespace
}  // namespace replay
