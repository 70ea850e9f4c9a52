// The player over a dispatcher without a platform. Its calls, counts and notifications of observers are one line of
// text.
#include "replay/player/player.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/replay/dispatch/fake_gl.h"
#include "tests/replay/player/fake_source.h"

namespace replay {
namespace {

// The observers and the fake glClear write to this text. It is global because glClear is a plain function.
std::string log_text;

void log(const std::string& word) { log_text += (log_text.empty() ? "" : " ") + word; }

class Logger : public Observer {
 public:
  explicit Logger(std::string name = "") : name_(std::move(name)) {}
  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call* call, Drawable* drawable) override {
    log(name_ + "ends" + std::to_string(frame) + (call == nullptr ? "(no swap)" : "") +
        (drawable != nullptr ? "@" + std::to_string(drawable->id) : ""));
  }
  void call_done(Dispatcher&, const loaders::Call& call) override { log(name_ + "call" + std::to_string(call.number)); }
  void frame_shown(Dispatcher&, std::uint64_t frame) override { log(name_ + "shown" + std::to_string(frame)); }
  void finished(Dispatcher&) override { log(name_ + "finished"); }

 private:
  std::string name_;
};

class PlayerTest : public testing::Test {
 protected:
  PlayerTest() {
    log_text.clear();
    gl.table.Clear = [](GLbitfield) { log("clear"); };
  }

  FakeGl gl;
  Recording program{gl.calls};
  FakeSource source{program};
  PlayerOptions options;
  std::optional<Player> player;

  const PlayerResult& run() { return player.emplace(source, gl.dispatcher, options).run(); }
  Logger logger;
};

TEST_F(PlayerTest, AFrameEndsBeforeItsSwapAndIsShownAfterIt) {
  program.draw().draw().swap(7).draw().swap(7);
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear clear ends0 shown0 clear ends1 shown1 finished");
}

TEST_F(PlayerTest, ObserversAreNotifiedInTheOrderInWhichTheyWereAdded) {
  program.draw().swap(7);
  Logger first("a:"), second("b:");
  options.observers.push_back(&first);
  options.observers.push_back(&second);
  run();
  EXPECT_EQ(log_text, "clear a:ends0 b:ends0 a:shown0 b:shown0 a:finished b:finished");
}

TEST_F(PlayerTest, CountsCallsAndFrames) {
  program.draw().draw().swap(7).draw().swap(7).draw();
  const PlayerResult result = run();
  EXPECT_EQ(result.calls, 6u);
  EXPECT_EQ(result.frames, 2u);
  EXPECT_TRUE(result.trailing_calls);
  EXPECT_FALSE(result.stopped);
}

TEST_F(PlayerTest, DerivedCallsAreIssuedAndNotCounted) {
  program.derived_size(7, 30, 20).draw().swap(7);
  EXPECT_EQ(run().calls, 2u);
  ASSERT_NE(gl.dispatcher.window_system.find_drawable(7), nullptr);
  EXPECT_EQ(gl.dispatcher.window_system.find_drawable(7)->width, 30);
}

TEST_F(PlayerTest, TheFrameNamesTheDrawableThatItsSwapShows) {
  program.derived_size(7, 30, 20).derived_size(8, 30, 20).draw().swap(8);
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear ends0@8 shown0 finished");
}

TEST_F(PlayerTest, ARecordingWithoutASwapIsOneFrame) {
  program.draw().draw();
  options.observers.push_back(&logger);
  EXPECT_EQ(run().frames, 1u);
  EXPECT_EQ(log_text, "clear clear ends0(no swap) shown0 finished");
}

TEST_F(PlayerTest, CallsAfterTheLastSwapAreNoFrame) {
  program.draw().swap(7).draw();
  options.observers.push_back(&logger);
  EXPECT_EQ(run().frames, 1u);
  EXPECT_EQ(log_text, "clear ends0 shown0 clear finished");
}

TEST_F(PlayerTest, ARecordingWithoutCallsHasNoFrame) {
  options.observers.push_back(&logger);
  EXPECT_EQ(run().frames, 0u);
  EXPECT_EQ(log_text, "finished");
}

TEST_F(PlayerTest, StopsAfterAFrame) {
  program.draw().swap(7).draw().swap(7).draw().swap(7);
  options.last_frame = 1;
  options.observers.push_back(&logger);
  const PlayerResult result = run();
  EXPECT_EQ(log_text, "clear ends0 shown0 clear ends1 shown1 finished");
  EXPECT_EQ(result.frames, 2u);
  EXPECT_EQ(result.calls, 4u);
  EXPECT_TRUE(result.stopped);
}

TEST_F(PlayerTest, StopsAfterACall) {
  program.draw().draw().draw().swap(7);
  options.last_call = 1;
  options.observers.push_back(&logger);
  const PlayerResult result = run();
  EXPECT_EQ(log_text, "clear clear finished");
  EXPECT_EQ(result.calls, 2u);
  EXPECT_TRUE(result.stopped);
}

// Calls of two threads are in the order in which they returned, but their numbers say when they were entered.
TEST_F(PlayerTest, CallsThatAreOutOfOrderAreFound) {
  program.draw().number(5).draw().number(1).draw().draw().swap(7);  // 0 5 1 2 3
  const CallSet wanted = *parse_call_set("1,5");
  options.watched_calls = &wanted;
  options.last_call = 1;
  options.observers.push_back(&logger);
  EXPECT_EQ(run().calls, 3u);
  EXPECT_EQ(log_text, "clear clear call5 clear call1 finished");
}

TEST_F(PlayerTest, ALimitThatIsNotReachedStopsNothing) {
  program.draw().swap(7);
  options.last_call = 100;
  options.last_frame = 100;
  EXPECT_FALSE(run().stopped);
}

TEST_F(PlayerTest, ReportsTheCallsThatAreWatched) {
  program.draw().draw().draw().draw().swap(7);
  const CallSet wanted = *parse_call_set("1,3");
  options.watched_calls = &wanted;
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear clear call1 clear clear call3 ends0 shown0 finished");
}

TEST_F(PlayerTest, ReportsEveryCallOfAKind) {
  program.viewport(0, 0, 8, 8).draw().viewport(0, 0, 4, 4).draw().swap(7);
  const CallSet wanted = *parse_call_set("*/draw");
  options.watched_calls = &wanted;
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear call1 clear call3 ends0 shown0 finished");
}

TEST_F(PlayerTest, AWatchedSwapIsReportedBeforeItIsIssued) {
  program.draw().swap(7);
  const CallSet wanted = *parse_call_set("*/frame");
  options.watched_calls = &wanted;
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear call1 ends0 shown0 finished");
}

// A derived call has the number of the call that it belongs to, and only that call is watched.
TEST_F(PlayerTest, DerivedCallsAreNotWatched) {
  program.derived_size(7, 30, 20).draw().swap(7);
  const CallSet wanted = *parse_call_set("0");
  options.watched_calls = &wanted;
  options.observers.push_back(&logger);
  run();
  EXPECT_EQ(log_text, "clear call0 ends0@7 shown0 finished");
}

TEST_F(PlayerTest, ASizeThatIsRecordedLateAppliesFromWhereTheWindowBecameCurrent) {
  struct SizeAtOneCall : Observer {
    void call_done(Dispatcher& d, const loaders::Call&) override {
      if (const Drawable* drawable = d.window_system.find_drawable(7)) width = drawable->width;
    }
    int width = 0;
  } seen;
  // The call has no context, because there is no platform that could create one.
  program.draw().add(Recording::Id::glXMakeCurrent, {pointer(0x10), uint(7), null()});
  program.draw().swap(7);
  program.tell_size(30, 20).draw().swap(7);
  const CallSet wanted = *parse_call_set("1");
  options.watched_calls = &wanted;
  options.observers.push_back(&seen);
  run();
  EXPECT_EQ(seen.width, 30);
}

TEST_F(PlayerTest, PacingIsAskedAfterEachFrameAndCanStop) {
  struct Twice : Pacing {
    bool next_frame(std::uint64_t frame) override {
      log("pace" + std::to_string(frame));
      return frame < 1;
    }
  } pacing;
  program.draw().swap(7).draw().swap(7).draw().swap(7);
  options.pacing = &pacing;
  options.observers.push_back(&logger);
  EXPECT_TRUE(run().stopped);
  EXPECT_EQ(log_text, "clear ends0 shown0 pace0 clear ends1 shown1 pace1 finished");
}

TEST_F(PlayerTest, AnExceptionOfTheReadingThreadIsThrownAfterItsCalls) {
  program.draw().swap(7);
  source.fail_with(std::make_exception_ptr(std::runtime_error("out of luck")));
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(player->result().frames, 1u);
}

}  // namespace
}  // namespace replay
