// Which calls `replay dump` of the built program prints. The tests of the loaders cover what a call looks like. No
// driver is needed.
#include "replay/commands/dump.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/replay/commands/program.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

// Returns the first word of each line: the call's number, or "+" for a derived call.
std::string numbers(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::string word;
    std::istringstream(line) >> word;
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

class Dump : public testing::Test {
 protected:
  // The calls are: 0 context, 1 make current with its size, then clear colour, clear and swap: 2-4, 5-7, 8-10.
  void SetUp() override {
    scene.window(8, 4);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(folder.path() / "scene.wip15");
  }
  std::string dump(std::vector<std::string> options) const {
    options.insert(options.begin(), {"dump", "scene.wip15"});
    const Outcome outcome = run_program(options, folder.path());
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
  ScratchFolder folder;
  Scene scene;
};

TEST_F(Dump, IsTheSameInEveryRun) {
  const std::string text = dump({});
  EXPECT_EQ(numbers(text), "0 + 1 2 3 4 5 6 7 8 9 10");
  EXPECT_EQ(text, dump({}));
}

TEST_F(Dump, PrintsChosenCalls) {
  EXPECT_EQ(numbers(dump({"--call", "3-5,9"})), "3 4 5 9");
  EXPECT_EQ(numbers(dump({"--call", "2-9/3"})), "2 5 8");
  EXPECT_EQ(numbers(dump({"--call", "*/draw"})), "3 6 9");
  EXPECT_EQ(numbers(dump({"--call", "*/frame"})), "4 7 10");
}

TEST_F(Dump, PrintsDerivedCallsWithTheCallTheyBelongTo) { EXPECT_EQ(numbers(dump({"--call", "1"})), "+ 1"); }

TEST_F(Dump, PrintsTheCallsOfChosenFrames) {
  EXPECT_EQ(numbers(dump({"--frame", "1"})), "5 6 7");
  EXPECT_EQ(numbers(dump({"--frame", "0,2"})), "0 + 1 2 3 4 8 9 10");
  EXPECT_EQ(numbers(dump({"--frame", "last"})), "8 9 10");
  EXPECT_EQ(numbers(dump({"--frame", "0-1/2,last", "--call", "draw"})), "3 9");
}

TEST_F(Dump, SaysWhatTheRecordingDoesNotHave) {
  const Outcome frame = run_program({"dump", "scene.wip15", "--frame", "7"}, folder.path());
  EXPECT_EQ(frame.code, 125);
  EXPECT_EQ(frame.out, "");
  EXPECT_NE(frame.err.find("no frame 7: the recording has 3 frames"), std::string::npos) << frame.err;
  const Outcome call = run_program({"dump", "scene.wip15", "--call", "11"}, folder.path());
  EXPECT_EQ(call.code, 125);
  EXPECT_NE(call.err.find("no call 11: the recording has 11 calls"), std::string::npos) << call.err;
  EXPECT_EQ(numbers(dump({"--frame", "2-"})), "8 9 10") << "an open range ends with the recording";
  EXPECT_EQ(numbers(dump({"--call", "10"})), "10");
}

TEST_F(Dump, PrintsChosenCallsOfChosenFrames) {
  EXPECT_EQ(numbers(dump({"--frame", "1-2", "--call", "*/draw"})), "6 9");
}

TEST_F(Dump, PrintsJsonWithOneObjectPerLine) {
  std::istringstream lines(dump({"--json", "--frame", "0"}));
  std::vector<nlohmann::json> calls;
  for (std::string line; std::getline(lines, line);) calls.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(calls.size(), 6u);
  EXPECT_EQ(calls[0]["function"], "glXCreateContextAttribsARB");
  EXPECT_EQ(calls[1]["function"], "replayDrawableSize");
  EXPECT_EQ(calls[1]["derived"], true);
  EXPECT_EQ(calls[4]["call"], 3);
  EXPECT_EQ(calls[4]["args"], nlohmann::json::parse(R"({"mask": "GL_COLOR_BUFFER_BIT"})"));
}

}  // namespace
}  // namespace replay
