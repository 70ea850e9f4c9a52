// The functions of libreplay, over scenes whose frames have one colour each.
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/library/replay.h"
#include "tests/replay/commands/program_test.h"
#include "tests/threads_of_process.h"

namespace replay {
namespace {

// Calls 2-4, 5-7 and 8-10 are those of frames 0, 1 and 2: clear colour, clear and swap. Call 1 has a derived call.
class Library : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    Scene scene;
    scene.window(8, 4);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(path("colors.wip15"));
  }

  using Recording = std::unique_ptr<replay_recording, void (*)(replay_recording*)>;
  Recording open(const std::string& name) const { return {replay_open(path(name).c_str()), replay_close}; }

  // The colour of the picture where the replay is; "none" without one.
  static std::string color(replay_recording* recording) {
    replay_picture picture{};
    if (const int taken = replay_take_picture(recording, &picture); taken != 1) return taken == 0 ? "none" : "error";
    EXPECT_EQ(picture.width * picture.height, 32u);
    const std::uint8_t* last = picture.rgba + 4 * 31;
    return last[0] == 255 ? "red" : last[1] == 255 ? "green" : last[2] == 255 ? "blue" : "black";
  }
};

TEST_F(Library, GivesTheCallsThatDumpPrints) {
  const Recording recording = open("colors.wip15");
  ASSERT_STREQ(replay_error(recording.get()), "");
  EXPECT_EQ(replay_call_text(recording.get()), nullptr);
  std::string text, json, frames;
  replay_call call{};
  while (replay_next_call(recording.get(), &call) == 1) {
    text += std::string(replay_call_text(recording.get())) + "\n";
    json += std::string(replay_call_json(recording.get())) + "\n";
    frames += std::to_string(call.frame) + (call.is_derived != 0 ? "d " : " ");
    if (call.number == 3) {
      EXPECT_STREQ(call.function, "glClear");
    }
  }
  EXPECT_STREQ(replay_error(recording.get()), "");
  EXPECT_EQ(replay_next_call(recording.get(), &call), 0);
  EXPECT_EQ(text, run({"dump", "colors.wip15"}).out);
  EXPECT_EQ(json, run({"dump", "colors.wip15", "--json"}).out);
  EXPECT_EQ(frames, "0 0d 0 0 0 0 1 1 1 2 2 2 ");
}

TEST_F(Library, PlaysToFramesAndCallsInAnyOrder) {
  const Recording recording = open("colors.wip15");
  EXPECT_EQ(color(recording.get()), "none") << "it has not begun";
  EXPECT_EQ(replay_play_to_frame(recording.get(), 1), 1);
  EXPECT_EQ(color(recording.get()), "green");
  EXPECT_EQ(replay_play_to_frame(recording.get(), 1), 1);
  EXPECT_EQ(color(recording.get()), "green") << "it is there already";
  EXPECT_EQ(replay_play_to_call(recording.get(), 8), 1);
  EXPECT_EQ(color(recording.get()), "green") << "only the colour of the clear is set";
  EXPECT_EQ(replay_play_to_call(recording.get(), 9), 1);
  EXPECT_EQ(color(recording.get()), "blue");
  EXPECT_EQ(replay_play_to_frame(recording.get(), 2), 1);
  EXPECT_EQ(color(recording.get()), "blue");
  EXPECT_EQ(replay_play_to_frame(recording.get(), 0), 1);
  EXPECT_EQ(color(recording.get()), "red") << "it has begun again";
  EXPECT_EQ(replay_play_to_call(recording.get(), 4), 1);
  EXPECT_EQ(replay_play_to_frame(recording.get(), 3), 0);
  EXPECT_STREQ(replay_error(recording.get()), "");
  EXPECT_EQ(color(recording.get()), "none") << "it has ended";
  EXPECT_EQ(replay_state(recording.get()), nullptr);
  EXPECT_EQ(replay_play_to_call(recording.get(), 3), 1);
  EXPECT_EQ(color(recording.get()), "red");
}

TEST_F(Library, TellsTheStateThatTheProgramTells) {
  const Recording recording = open("colors.wip15");
  ASSERT_EQ(replay_play_to_call(recording.get(), 6), 1);
  const auto state = nlohmann::json::parse(replay_state(recording.get()));
  const auto told = nlohmann::json::parse(run({"colors.wip15", "--state", "6"}).out);
  EXPECT_EQ(state["values"]["GL_COLOR_CLEAR_VALUE"], told["values"]["GL_COLOR_CLEAR_VALUE"]);
  EXPECT_EQ(state["framebuffers"], told["framebuffers"]);
}

TEST_F(Library, TwoRecordingsDoNotDisturbEachOther) {
  const Recording first = open("colors.wip15"), second = open("colors.wip15");
  ASSERT_EQ(replay_play_to_frame(first.get(), 0), 1);
  ASSERT_EQ(replay_play_to_frame(second.get(), 2), 1);
  EXPECT_EQ(color(first.get()) + color(second.get()), "redblue");
  ASSERT_EQ(replay_play_to_frame(first.get(), 1), 1);
  EXPECT_EQ(color(first.get()) + color(second.get()), "greenblue");
}

TEST_F(Library, SaysWhatIsWrong) {
  const Recording missing = open("none.wip15");
  EXPECT_TRUE(contains(replay_error(missing.get()), "none.wip15: No such file or directory"));
  replay_call call{};
  EXPECT_EQ(replay_next_call(missing.get(), &call), -1);
  EXPECT_EQ(replay_play_to_frame(missing.get(), 0), -1);
  EXPECT_TRUE(contains(replay_error(missing.get()), "none.wip15: No such file or directory"));
  std::string bytes = Scene().window(8, 4).clear(kRedColor).swap().bytes();
  write("cut.wip15", bytes.substr(0, bytes.size() - 5));
  const Recording cut = open("cut.wip15");
  int status = 1;
  while (status == 1) status = replay_next_call(cut.get(), &call);
  EXPECT_EQ(status, -1);
  EXPECT_TRUE(contains(replay_error(cut.get()), "cut.wip15: ")) << replay_error(cut.get());
}

TEST_F(Library, NoThreadOfItTakesTheSignalsOfTheProgram) {
  const Recording played = open("colors.wip15");
  const auto before = tests::threads_of_this_process();
  ASSERT_EQ(replay_play_to_frame(played.get(), 1), 1);
  EXPECT_GT(tests::threads_of_this_process(), before) << "no thread replays";
  EXPECT_TRUE(tests::only_this_thread_takes_signals());
}

TEST(LibraryAbi, IsTheOneOfItsHeader) { EXPECT_EQ(replay_abi(), REPLAY_ABI); }

}  // namespace
}  // namespace replay
