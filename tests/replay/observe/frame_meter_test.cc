#include "replay/observe/frame_meter.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <chrono>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

// A GPU that takes two milliseconds from each time stamp to the next.
int stamped = 0;
std::uint64_t stamps[256];

class Metered : public testing::Test {
 protected:
  Metered() {
    stamped = 0;
    gl.table.GenQueries = [](GLsizei count, GLuint* names) {
      for (GLsizei i = 0; i < count; ++i) names[i] = static_cast<GLuint>(i + 1);
    };
    gl.table.QueryCounter = [](GLuint query, GLenum) {
      stamps[query] = static_cast<std::uint64_t>(++stamped) * 2'000'000;
    };
    gl.table.GetQueryObjectui64v = [](GLuint query, GLenum, GLuint64* result) { *result = stamps[query]; };
    gl.table.Finish = [] {};
  }
  FrameCosts play(FrameMeter::Settings settings, std::uint64_t frames) {
    FrameMeter meter(settings);
    meter.begin();
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
      meter.frame_ends(gl.dispatcher, frame, nullptr, nullptr);
      meter.frame_shown(gl.dispatcher, frame);
    }
    meter.finished(gl.dispatcher);
    return meter.costs();
  }
  FakeGl gl;
};

TEST_F(Metered, MeasuresTheFramesThatAreAskedFor) {
  const FrameCosts costs = play({.first = 3, .last = 9, .takes_gpu_times = true}, 20);
  EXPECT_EQ(costs.wall_ms.size(), 7u);
  EXPECT_EQ(costs.cpu_ms.size(), 7u);
  EXPECT_EQ(costs.gpu_ms, std::vector<double>(7, 2.0));
  EXPECT_TRUE(costs.instructions.empty());
  EXPECT_EQ(stamped, 14);
}

TEST_F(Metered, LeavesOutWhatHappensInAPause) {
  FrameMeter meter({.first = 0, .last = 1, .takes_gpu_times = true});
  meter.begin();
  meter.frame_shown(gl.dispatcher, 0);
  meter.pause(gl.dispatcher);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < end) continue;
  meter.go_on();
  meter.frame_shown(gl.dispatcher, 1);
  meter.finished(gl.dispatcher);
  ASSERT_EQ(meter.costs().wall_ms.size(), 2u);
  EXPECT_LT(meter.costs().wall_ms[1], 200);
  EXPECT_LT(meter.costs().cpu_ms[1], 100);
  EXPECT_TRUE(meter.costs().gpu_ms.empty());
}

TEST_F(Metered, AnEndBeforeTheLastFrameLeavesTheFramesBefore) {
  EXPECT_EQ(play({.first = 3, .last = 9, .takes_gpu_times = true}, 6).gpu_ms.size(), 3u);
  EXPECT_TRUE(play({.first = 3, .last = 9}, 2).wall_ms.empty());
}

// Frame 0 begins before there is a context that could take the time.
TEST_F(Metered, WithoutAllTimeStampsThereAreNone) {
  const FrameCosts costs = play({.first = 0, .last = 9, .takes_gpu_times = true}, 10);
  EXPECT_EQ(costs.wall_ms.size(), 10u);
  EXPECT_TRUE(costs.gpu_ms.empty());
  gl.table.QueryCounter = nullptr;
  EXPECT_TRUE(play({.first = 3, .last = 9, .takes_gpu_times = true}, 10).gpu_ms.empty());
}

// Stands in for the counter of instructions, which many machines lack: it counts nanoseconds of this process.
TEST_F(Metered, ReadsTheCounterAtEachFrame) {
  const auto counter = InstructionCounter::open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
  if (!counter) GTEST_SKIP() << counter.error().problem;
  const FrameCosts costs = play({.first = 0, .last = 4, .counter = &*counter}, 5);
  ASSERT_EQ(costs.instructions.size(), 5u);
  for (const double count : costs.instructions) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace replay
