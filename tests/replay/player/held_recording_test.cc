#include "replay/player/held_recording.h"

#include <gtest/gtest.h>

#include "replay/base/cannot_judge.h"
#include "tests/replay/player/fake_source.h"

namespace replay {
namespace {

constexpr std::uint64_t kAll = UINT64_MAX;

// Ten frames of three calls, each a batch.
class Held : public testing::Test {
 protected:
  Held() {
    program_.make_current(7).tell_size(30, 20);
    for (int frame = 0; frame < 10; ++frame) program_.draw().draw().swap(7);
  }
  HeldRecording read(std::uint64_t most_bytes, const HeldFrames& frames = {}, std::uint64_t times = 1) {
    return need(HeldRecording::read(source_, frames, times, most_bytes));
  }
  // How many frames it plays. Each batch has to come whole.
  static std::size_t frames(HeldRecording& held) {
    std::size_t frames = 0;
    while (const PlannedBatch* planned = held.next()) {
      EXPECT_FALSE(planned->batch->calls.empty());
      for (const loaders::Call& call : planned->batch->calls) frames += call.is(loaders::kEndsFrame) ? 1 : 0;
    }
    return frames;
  }

  Recording program_;
  FakeSource source_{program_};
};

TEST_F(Held, PlaysTheWholeRecordingOnce) {
  HeldRecording held = read(kAll);
  EXPECT_EQ(frames(held), 10u);
  EXPECT_EQ(held.next(), nullptr);
}

TEST_F(Held, RepeatsFrames) {
  HeldRecording held = read(kAll, {.first = 2, .last = 4}, 3);
  EXPECT_EQ(frames(held), 2u + 3 * 3) << "the frames behind are not read";
}

// A third of the recording fits.
TEST_F(Held, ReadsMoreBetweenFramesWhereNotAllFits) {
  const std::uint64_t all = read(kAll).bytes();
  FakeSource again(program_);
  HeldRecording held = need(HeldRecording::read(again, {}, 1, all / 3));
  int begun = 0, ended = 0;
  held.tell_refills({.begins = [&] { ++begun; }, .ends = [&] { ++ended; }});
  EXPECT_LT(held.bytes(), all / 2);
  EXPECT_EQ(frames(held), 10u);
  EXPECT_GE(begun, 2);
  EXPECT_LE(begun, 8);
  EXPECT_EQ(begun, ended);
  EXPECT_LT(held.bytes(), all / 2);
}

TEST_F(Held, RefusesToRepeatWhatDoesNotFit) {
  const auto held = HeldRecording::read(source_, {.first = 2, .last = 9}, 2, 1);
  ASSERT_FALSE(held);
  EXPECT_NE(held.error().problem.find("to be repeated"), std::string::npos) << held.error().problem;
}

// All of the calls are of one frame, in several batches.
TEST_F(Held, RefusesAFrameThatDoesNotFit) {
  Recording program;
  program.make_current(7).tell_size(30, 20);
  for (int batch = 0; batch < 4; ++batch) program.draw().cut();
  FakeSource source(program);
  HeldRecording held = need(HeldRecording::read(source, {}, 1, 1));
  EXPECT_THROW(frames(held), CannotJudge);
}

}  // namespace
}  // namespace replay
