// --profile and --profile-trace of the built program.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class ProfileOption : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    Scene scene;
    scene.window(8, 4).program("out vec4 c; void main() { c = vec4(1.0); }", {});
    for (int frame = 0; frame < 3; ++frame) scene.clear(kRedColor).draw().swap();
    scene.write(path("t.wip15"));
  }
  nlohmann::json read(const std::string& name) const { return nlohmann::json::parse(std::ifstream(path(name))); }
};

TEST_F(ProfileOption, TellsKindsOfCallsAndNoTimeOfAGpuWhereThereIsNone) {
  const Outcome outcome = run({"t.wip15", "--profile", "--json", "s.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "kind of call")) << outcome.out;
  const nlohmann::json profile = read("s.json")["profile"];
  const auto kind = [&](const char* name) {
    const auto found = std::ranges::find_if(profile["kinds"], [&](const auto& row) { return row["kind"] == name; });
    return found == profile["kinds"].end() ? nlohmann::json() : *found;
  };
  EXPECT_EQ(kind("draws")["calls"], 6) << profile;
  EXPECT_EQ(kind("swaps")["calls"], 3) << profile;
  EXPECT_GT(kind("compiles and links")["wall_ms"], 0) << profile;
  EXPECT_TRUE(profile["stands_out"].is_array());
  EXPECT_FALSE(profile.contains("gpu_ms")) << "the tests run on llvmpipe";
}

TEST_F(ProfileOption, WritesATimelineOfFramesAndCalls) {
  const Outcome outcome = run({"t.wip15", "--profile-trace", "timeline.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json timeline = read("timeline.json");
  int frames = 0, draws = 0;
  double end_of_frame = 0;
  for (const nlohmann::json& event : timeline["traceEvents"]) {
    if (event["ph"] != "X") continue;
    EXPECT_GE(event["dur"], 0);
    if (event["tid"] == 1) {
      EXPECT_EQ(event["name"], "frame " + std::to_string(frames++));
      EXPECT_GE(event["ts"], end_of_frame);
      end_of_frame = event["ts"].get<double>() + event["dur"].get<double>() - 0.01;
    }
    if (event["cat"] != "draws") continue;
    ++draws;
    EXPECT_EQ(event["tid"], 3);
    EXPECT_TRUE(event["args"]["call"].is_number());
  }
  EXPECT_EQ(frames, 3);
  EXPECT_EQ(draws, 6);
}

TEST_F(ProfileOption, ATimelineThatCannotBeWrittenIsToldAndCounts) {
  const Outcome outcome = run({"t.wip15", "--profile-trace", "missing/timeline.json"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "missing/timeline.json")) << outcome.err;
  EXPECT_EQ(run({"t.wip15", "--profile-trace", "t.wip15"}).code, 2);
}

}  // namespace
}  // namespace replay
