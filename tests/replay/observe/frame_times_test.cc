#include "replay/observe/frame_times.h"

#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <thread>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

// Returns the figures of frames that take at least as many milliseconds as `frames` says.
FrameTimeFigures figures_of(std::initializer_list<int> frames) {
  FakeGl gl;
  FrameTimes times;
  for (const int milliseconds : frames) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    times.frame_shown(gl.dispatcher, 0);
  }
  return times.figures();
}

TEST(FrameTimes, NoFramesHaveNoFigures) {
  const FrameTimeFigures figures = figures_of({});
  EXPECT_EQ(figures.frames, 0u);
  EXPECT_EQ(figures.maximum, 0);
  EXPECT_EQ(figures.frames_per_second, 0);
}

TEST(FrameTimes, ASingleFrameGivesEveryFigureButNoRate) {
  const FrameTimeFigures figures = figures_of({2});
  EXPECT_EQ(figures.frames, 1u);
  EXPECT_GE(figures.minimum, 2);
  EXPECT_EQ(figures.minimum, figures.maximum);
  EXPECT_EQ(figures.median, figures.maximum);
  EXPECT_EQ(figures.percentile95, figures.maximum);
  EXPECT_EQ(figures.frames_per_second, 0) << "the first frame, in which programs load, is not counted";
}

TEST(FrameTimes, MinimumMedianAndMaximumAreInOrder) {
  const FrameTimeFigures figures = figures_of({60, 1, 20, 1, 1});
  EXPECT_EQ(figures.frames, 5u);
  EXPECT_GE(figures.minimum, 1);
  EXPECT_LE(figures.minimum, figures.median);
  EXPECT_LT(figures.median, 20) << "three of five took 1 ms";
  EXPECT_GE(figures.percentile95, 20);
  EXPECT_GE(figures.maximum, 60);
}

TEST(FrameTimes, TheRateLeavesOutTheFirstFrame) {
  const FrameTimeFigures figures = figures_of({200, 10, 10});
  EXPECT_LE(figures.frames_per_second, 100);
  EXPECT_GT(figures.frames_per_second, 2 * 1000.0 / 220) << "the rate of all three frames together";
}

TEST(FrameTimes, EveryRoundHasFirstFrames) {
  FakeGl gl;
  FrameTimes times;
  for (int round = 0; round < 2; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // for example, to create a context
    times.begin_round();
    for (int frame = 0; frame < 3; ++frame) times.frame_shown(gl.dispatcher, 0);
  }
  EXPECT_EQ(times.figures().frames, 6u);
  EXPECT_EQ(times.figures().first_frames, 2u);
  EXPECT_LT(times.figures().maximum, 20);
}

TEST(FrameTimes, ProcessorTimeIsNotWaiting) {
  FakeGl gl;
  FrameTimes times;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  times.frame_shown(gl.dispatcher, 0);
  EXPECT_LT(times.figures().cpu_mean, 50);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  while (std::chrono::steady_clock::now() < end) {
  }
  times.frame_shown(gl.dispatcher, 1);
  EXPECT_GT(times.figures().cpu_median, 0);
}

TEST(FrameTimes, TextHasEveryFigure) {
  EXPECT_EQ(to_string(FrameTimeFigures{.frames = 3,
                                       .minimum = 1,
                                       .median = 2.5,
                                       .percentile95 = 3.25,
                                       .maximum = 4,
                                       .cpu_median = 5,
                                       .cpu_mean = 6,
                                       .frames_per_second = 400,
                                       .first_frames = 1}),
            "3 frames, 400.0 fps without the first 1; frame time ms: min 1.000, median 2.500, 95 % 3.250, max 4.000; "
            "CPU ms per frame: median 5.000, mean 6.000");
}

}  // namespace
}  // namespace replay
