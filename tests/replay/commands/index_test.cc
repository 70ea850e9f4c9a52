// `replay index`, and replays that find an index beside the trace.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using nlohmann::json;

class Index : public ProgramTest {
 protected:
  static constexpr int kFrames = 6;

  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    Scene scene;
    scene.window(8, 4).program("out vec4 c; void main() { c = vec4(0.0, 0.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < kFrames; ++frame)
      scene.clear(frame % 2 == 0 ? kRedColor : kGreenColor).draw().clear_left(1 + frame, 4, kRedColor).swap();
    scene.write(path("t.wip15"));
  }

  json index() const { return json::parse(std::ifstream(path("t.wip15.index"))); }
  void write_index(const json& index) { write("t.wip15.index", index.dump()); }

  // The result of a replay to `frame` with the index that is there. Its picture must be the same as without an index.
  struct Sought {
    std::uint64_t left_out = 0;
    std::string err;
  };
  Sought seek(const std::string& frame) {
    const Outcome full = run({"t.wip15", "--frame", frame, "--no-seek", "--hash"});
    const Outcome outcome = run({"t.wip15", "--frame", frame, "--hash", "--json", "summary.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, full.out);
    EXPECT_FALSE(outcome.out.empty());
    return {json::parse(std::ifstream(path("summary.json"))).value("calls_left_out_by_seek", std::uint64_t{0}),
            outcome.err};
  }
};

TEST_F(Index, PrintsWhatTheTraceContains) {
  const Outcome outcome = run({"index", "t.wip15"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "t.wip15.index (6 frames, 6 of them can be reached by seeking")) << outcome.out;
  EXPECT_EQ(index()["info"]["frames"], kFrames);
  EXPECT_EQ(index()["info"]["drawables"][0]["width"], 8);
  EXPECT_EQ(index()["info"]["contexts"][0]["major"], 3);
  EXPECT_EQ(index()["seek"]["frame_ends"].size(), static_cast<std::size_t>(kFrames));
}

TEST_F(Index, LeavesOutTheSameCallsAsReadingTheTrace) {
  const Sought without = seek("4");
  EXPECT_GT(without.left_out, 0U);
  ASSERT_EQ(run({"index", "t.wip15"}).code, 0);
  EXPECT_EQ(seek("4").left_out, without.left_out);
  EXPECT_GT(seek("last").left_out, without.left_out);
  EXPECT_EQ(seek("0").left_out, 0U);
}

TEST_F(Index, DecidesWhatSeekingLeavesOut) {
  ASSERT_EQ(run({"index", "t.wip15"}).code, 0);
  json emptied = index();
  emptied["seek"]["steps"]["packed"] = "";
  emptied["seek"]["segments"] = json::array();
  emptied["seek"]["frame_ends"] = std::vector<int>(kFrames, 0);
  write_index(emptied);
  EXPECT_EQ(seek("4").left_out, 0U);
}

TEST_F(Index, OfAnotherTraceIsNotUsed) {
  ASSERT_EQ(run({"index", "t.wip15"}).code, 0);
  std::ofstream(path("t.wip15"), std::ios::app | std::ios::binary) << '\0';
  const Outcome outcome = run({"t.wip15", "--frame", "4", "--hash"});
  EXPECT_TRUE(
      contains(outcome.err, "t.wip15.index: it is of another trace, or the trace has changed; the index is not used"))
      << outcome.err;
}

TEST_F(Index, ThatIsDamagedIsNotUsed) {
  ASSERT_EQ(run({"index", "t.wip15"}).code, 0);
  const json good = index();
  for (const auto& [pointer, value] : std::vector<std::pair<std::string, json>>{
           {"/replay_index", 3},
           {"/trace", 7},
           {"/info", nullptr},
           {"/seek/steps/kinds/0", json::array({0})},
           {"/seek/steps/kinds/0/0", 3},
           {"/seek/steps/kinds/0/1", -1},
           {"/seek/steps/kinds/0/5", 1000},
           {"/seek/steps/kinds/0/6", 9},
           {"/seek/steps/kinds", json::array()},
           {"/seek/steps/packed", "%%%"},
           {"/seek/steps/packed", 7},
           {"/seek/shown", json::array()},
           {"/seek/areas", json::array()},
           {"/seek/targets", json::array({json::array({json::array({7, 1, 1})})})},
           {"/seek/steps/kinds/0/8", 1 << 30},
           {"/seek/windows", 5000},
           {"/seek/image_sets", json::array()},
           {"/seek/frame_ends/1", 100000}}) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    write_index(bad);
    EXPECT_TRUE(contains(seek("3").err, "the index is not used")) << pointer;
  }
  write("t.wip15.index", good.dump().substr(0, 100));
  EXPECT_TRUE(contains(seek("3").err, "the index is not used"));
}

TEST_F(Index, IsNeverWrittenOverTheTrace) {
  EXPECT_EQ(run({"index", "t.wip15", "-o", "t.wip15"}).code, 2);
  EXPECT_EQ(run({"index", "missing.wip15"}).code, 125);
  EXPECT_EQ(run({"index", "t.wip15", "-o", "elsewhere.json", "--sandbox"}).code, 0);
  EXPECT_TRUE(std::ifstream(path("elsewhere.json")).good());
  EXPECT_FALSE(std::ifstream(path("t.wip15.index")).good());
}

}  // namespace
}  // namespace replay
