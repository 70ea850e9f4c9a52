#include "replay/corpus/run_progress.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(RunProgressText, TellsWhatIsDoneWhatRunsAndTheTimeLeft) {
  EXPECT_EQ(run_progress_text(57, 300, 0.25, 60, {{"level1.trace", 12.4}, {"cubes.trace", 0.2}}),
            "57 of 300 traces done, 3 min left; level1.trace (12 s), cubes.trace (0 s)");
  EXPECT_EQ(run_progress_text(0, 300, 0, 60, {}), "0 of 300 traces done");
}

}  // namespace
}  // namespace replay
