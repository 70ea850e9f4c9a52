#include "replay/observe/progress.h"

#include <gtest/gtest.h>

#include "replay/base/progress_line.h"

namespace replay {
namespace {

TEST(ProgressText, TellsFramesCallsSpeedAndTimeLeft) {
  EXPECT_EQ(progress_text({.last_frame = 199}, {.frame = 49, .call = 5000, .part_read = 0.9, .seconds = 10}),
            "frame 49 of 199, call 5000, 500 calls/s, 30 s left");
}

TEST(ProgressText, TakesThePartThatWasReadWhereTheLastFrameIsNotKnown) {
  EXPECT_EQ(progress_text({}, {.frame = 49, .call = 5000, .part_read = 0.1, .seconds = 100}),
            "frame 49, call 5000, 50 calls/s, 15 min left");
  EXPECT_EQ(progress_text({}, {.frame = 0, .call = 7, .part_read = 0, .seconds = 0}), "frame 0, call 7");
}

TEST(ProgressText, TellsOfLoops) {
  EXPECT_EQ(progress_text({.last_frame = 9, .loop = 2, .loops = 5}, {.frame = 4, .call = 100, .seconds = 2}),
            "loop 2 of 5, frame 4 of 9, call 100, 50 calls/s, 2 s left of this loop");
}

TEST(TimeLeft, IsNotToldTooEarly) {
  EXPECT_EQ(time_left(0.01, 50), "");
  EXPECT_EQ(time_left(0.5, 0.5), "");
  EXPECT_EQ(time_left(0.5, 60), "60 s left");
  EXPECT_EQ(time_left(0.5, 9000), "2 h left");
}

}  // namespace
}  // namespace replay
