// `replay TRACE` without pictures: its summary as text and JSON, --loop, --benchmark, --strict and --self-check.
#include "replay/commands/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr int kInvalidEnum = 0x0500;

class ReplayCommand : public ProgramTest {
 protected:
  // Adds three frames.
  static void add_frames(Scene& scene) {
    scene.window(8, 4);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
  }
  // Runs a scene that goes wrong in one way, with a frame around it.
  Outcome run_strict(Scene& scene, const std::vector<std::string>& more = {}) const {
    scene.write(path("scene.wip15"));
    std::vector<std::string> arguments = {"scene.wip15", "--strict"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

TEST_F(ReplayCommand, PrintsTheDriverAndTheCounts) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  const Outcome outcome = run({"scene.wip15"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "renderer   ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "replayed   3 frames, 11 calls in ")) << outcome.out;
  EXPECT_EQ(outcome.err, "") << "there are no warnings";
}

TEST_F(ReplayCommand, OnlyJsonIsOnStandardOutput) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  const Outcome outcome = run({"scene.wip15", "--json", "-", "--frame", "1", "-o", "a.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json summary = json::parse(outcome.out);
  EXPECT_EQ(summary["trace"]["format"], "WIP15");
  EXPECT_EQ(summary["trace"]["file"], "scene.wip15");
  EXPECT_EQ(summary["trace"]["container"], "none");
  EXPECT_EQ(summary["trace"]["bytes"], std::filesystem::file_size(path("scene.wip15")));
  EXPECT_EQ(summary["frames"], 2);
  EXPECT_EQ(summary["calls"], 8);
  EXPECT_EQ(summary["whole_recording"], false);
  EXPECT_EQ(summary["exit_code"], 0);
  EXPECT_EQ(summary["skipped"], json::array());
  EXPECT_EQ(summary["gl_errors"], json::array());
  EXPECT_EQ(summary["pictures"], json::parse(R"([{"file":"a.png","frame":1,"height":4,"width":8}])"));
  for (const char* field : {"renderer", "version", "vendor"}) EXPECT_NE(summary[field], "") << field;
}

TEST_F(ReplayCommand, JsonIsWrittenToAFile) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  EXPECT_EQ(run({"scene.wip15", "--json", "summary.json"}).code, 0);
  const json summary = json::parse(std::ifstream(path("summary.json")));
  EXPECT_EQ(summary["frames"], 3);
  EXPECT_EQ(summary["whole_recording"], true);
}

TEST_F(ReplayCommand, LoopReplaysAgainAndMakesPicturesOnce) {
  Scene scene;
  add_frames(scene);
  scene.trace.call("fooUnknown", {});
  scene.write(path("scene.wip15"));
  const Outcome outcome = run({"scene.wip15", "--loop", "3", "--frame", "0-", "--hash", "--json", "summary.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3) << outcome.out;
  const json summary = json::parse(std::ifstream(path("summary.json")));
  EXPECT_EQ(summary["frames"], 9);
  EXPECT_EQ(summary["calls"], 36);
  ASSERT_EQ(summary["skipped"].size(), 1u);
  EXPECT_EQ(summary["skipped"][0]["count"], 3);
}

TEST_F(ReplayCommand, BenchmarkPrintsFrameTimes) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  const Outcome outcome = run({"scene.wip15", "--benchmark", "--json", "summary.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "benchmark  3 frames, ")) << outcome.out;
  const json benchmark = json::parse(std::ifstream(path("summary.json")))["benchmark"];
  EXPECT_EQ(benchmark["frames"], 3);
  EXPECT_GT(benchmark["frames_per_second"], 0);
  EXPECT_LE(benchmark["frame_ms"]["min"], benchmark["frame_ms"]["median"]);
  EXPECT_LE(benchmark["frame_ms"]["median"], benchmark["frame_ms"]["max"]);
}

TEST_F(ReplayCommand, FpsLimitsTheRate) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  EXPECT_EQ(run({"scene.wip15", "--fps", "10", "--json", "summary.json"}).code, 0);
  EXPECT_GE(json::parse(std::ifstream(path("summary.json")))["seconds"], 0.2) << "two waits of 0.1 s";
}

// --strict

TEST_F(ReplayCommand, StrictAcceptsACleanTrace) {
  Scene scene;
  add_frames(scene);
  EXPECT_EQ(run_strict(scene).code, 0);
}

TEST_F(ReplayCommand, StrictDoesNotAcceptASkippedCall) {
  Scene scene;
  add_frames(scene);
  scene.trace.call("fooUnknown", {});
  const Outcome outcome = run_strict(scene);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "skipped    fooUnknown x1: unknown function (first at call 11)")) << outcome.out;
  EXPECT_EQ(run({"scene.wip15"}).code, 0) << "without --strict it is only reported";
}

TEST_F(ReplayCommand, StrictDoesNotAcceptAGlErrorThatTheRecordingDidNotHave) {
  Scene scene;
  scene.window(8, 4);
  scene.trace.call("glEnable", {0xFFFF}).call("glGetError", {}).returns(0);
  scene.swap();
  const Outcome outcome = run_strict(scene, {"--json", "summary.json"});
  EXPECT_EQ(outcome.code, 1);
  const json errors = json::parse(std::ifstream(path("summary.json")))["gl_errors"];
  EXPECT_EQ(errors, json::parse(R"([{"count":1,"error":"GL_INVALID_ENUM","first_call":2,"function":"glEnable"}])"));
}

TEST_F(ReplayCommand, StrictAcceptsTheSameErrorAsInTheRecording) {
  Scene scene;
  scene.window(8, 4);
  scene.trace.call("glEnable", {0xFFFF}).call("glGetError", {}).returns(kInvalidEnum);
  scene.swap();
  EXPECT_EQ(run_strict(scene).code, 0);
}

// It is not known whether the recorded run had the error.
TEST_F(ReplayCommand, StrictReportsAndAcceptsAnErrorThatTheRecordingNeverAskedFor) {
  Scene scene;
  scene.window(8, 4);
  scene.trace.call("glGetError", {}).returns(0).call("glEnable", {0xFFFF});
  scene.swap();
  const Outcome outcome = run_strict(scene, {"--json", "summary.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "GL_INVALID_ENUM after which the recorded program did not ask (first at call 3)"))
      << outcome.out;
  const json errors = json::parse(std::ifstream(path("summary.json")))["unasked_gl_errors"];
  EXPECT_EQ(errors, json::parse(R"([{"count":1,"error":"GL_INVALID_ENUM","first_call":3,"function":"glEnable"}])"));
}

TEST_F(ReplayCommand, TheReportOfAGoodDriverShowsWhoseAnUnaskedErrorIs) {
  Scene good, bad;
  for (Scene* scene : {&good, &bad}) scene->window(8, 4);
  good.trace.call("glEnable", {0xFFFF}).call("glEnable", {0x8642});
  bad.trace.call("glEnable", {0xFFFF}).call("glEnable", {0xFFFF});
  good.swap();
  bad.swap();
  EXPECT_EQ(run_strict(good, {"--json", "good.json"}).code, 0);
  const Outcome same = run_strict(good, {"--known-errors", "good.json"});
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_TRUE(contains(same.out, "a known one")) << same.out;
  const Outcome more = run_strict(bad, {"--known-errors", "good.json"});  // as long as the other report
  EXPECT_EQ(more.code, 1) << more.out << more.err;
}

TEST_F(ReplayCommand, AReportThatCoversLessThanTheReplayJudgesNothing) {
  Scene scene;
  add_frames(scene);
  scene.write(path("scene.wip15"));
  EXPECT_EQ(run({"scene.wip15", "--frame", "0", "--hash", "--json", "part.json"}).code, 0);
  EXPECT_EQ(run({"scene.wip15", "--json", "whole.json"}).code, 0);
  write("none.json", "{}");
  EXPECT_EQ(run_strict(scene, {"--known-errors", "whole.json"}).code, 0);
  for (const char* file : {"part.json", "none.json", "nowhere.json", "scene.wip15"}) {
    const Outcome outcome = run_strict(scene, {"--known-errors", file});
    EXPECT_EQ(outcome.code, 125) << file;
    EXPECT_TRUE(contains(outcome.err, file)) << outcome.err;
  }
  Scene other;
  other.window(8, 4).clear(kRedColor).swap();
  EXPECT_EQ(run_strict(other, {"--known-errors", "whole.json"}).code, 125) << "the report belongs to another recording";
  EXPECT_EQ(run({"scene.wip15", "--known-errors", "whole.json"}).code, 2) << "--strict is needed";
}

// A call that GL refused had no effect, and skipped calls are often such calls.
TEST_F(ReplayCommand, StrictAcceptsASkippedCallThatWasRefusedInTheRecording) {
  for (const int recorded : {0, kInvalidEnum}) {
    Scene scene;
    scene.window(8, 4);
    scene.trace.call("glGetError", {}).returns(0);
    scene.trace.call("glUniformBlockBinding", {77, 0, 0}).call("glGetError", {}).returns(recorded);
    scene.swap();
    const Outcome outcome = run_strict(scene);
    EXPECT_EQ(outcome.code, recorded == 0 ? 1 : 0) << outcome.out;
    EXPECT_EQ(contains(outcome.out, "refused in the recording too"), recorded != 0) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "did not occur")) << outcome.out;
  }
}

// Here the recorded error belongs to a call that was issued.
TEST_F(ReplayCommand, StrictDoesNotAttributeAnotherCallsErrorToASkippedCall) {
  Scene scene;
  scene.window(8, 4);
  scene.trace.call("glUniformBlockBinding", {77, 0, 0})
      .call("glEnable", {0xFFFF})
      .call("glGetError", {})
      .returns(kInvalidEnum);
  scene.swap();
  EXPECT_EQ(run_strict(scene).code, 1);
}

TEST_F(ReplayCommand, StrictCannotJudgeARecordingWithoutAContext) {
  Scene scene;
  scene.trace.call("glUseProgram", {0});
  EXPECT_EQ(run_strict(scene).code, 125);
  EXPECT_EQ(run({"scene.wip15"}).code, 0) << "without --strict nothing is judged";
}

TEST_F(ReplayCommand, AnErrorThatDidNotOccurIsReportedAndAccepted) {
  Scene scene;
  scene.window(8, 4);
  scene.trace.call("glGetError", {}).returns(kInvalidEnum);
  scene.swap();
  const Outcome outcome = run_strict(scene);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "GL errors  1 of the recording did not occur")) << outcome.out;
}

// --self-check

class SelfCheckOption : public ReplayCommand {
 protected:
  // Draws a window of 2x1 pixels. The left pixel is red, the right pixel is blue, and the depth is 1.
  SelfCheckOption() {
    scene.window(2, 1).clear(kBlueColor).clear_left(1, 1, kRedColor);
    scene.trace.call("wip15BeginTest", {"two colours"});
  }
  Outcome finish(const std::vector<std::string>& options = {"--self-check"}) {
    scene.trace.call("wip15EndTest", {});
    scene.swap().write(path("scene.wip15"));
    std::vector<std::string> arguments = {"scene.wip15", "--json", "summary.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments);
  }
  json figures() const { return json::parse(std::ifstream(path("summary.json")))["self_check"]; }

  static std::string red_and_blue() { return std::string("\xff\0\0\xff\0\0\xff\xff", 8); }
  static std::string blue_and_red() { return std::string("\0\0\xff\xff\xff\0\0\xff", 8); }
  static std::string depth_of_one() { return std::string(8, '\xff'); }

  Scene scene;
};

TEST_F(SelfCheckOption, AcceptsTheRecordedPicture) {
  scene.trace.call("wip15TestFB", {"back", red_and_blue(), depth_of_one()});
  EXPECT_EQ(finish().code, 0);
  EXPECT_EQ(figures()["tests"], 1);
  EXPECT_EQ(figures()["failed_tests"], 0);
  EXPECT_EQ(figures()["passed_checks"], 2) << "one check is for colour, one for depth";
}

TEST_F(SelfCheckOption, RefusesAnotherPicture) {
  scene.trace.call("wip15TestFB", {"back", blue_and_red(), depth_of_one()});
  const Outcome outcome = finish();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(figures()["failed_tests"], 1);
  EXPECT_EQ(figures()["failed_checks"], 1);
  EXPECT_EQ(figures()["failures"][0]["test"], "two colours");
  EXPECT_TRUE(contains(outcome.out, "self-check two colours: failed at call ")) << outcome.out;
}

TEST_F(SelfCheckOption, RefusesAnotherDepth) {
  scene.trace.call("wip15TestFB", {"back", red_and_blue(), std::string(8, '\x7f')});
  EXPECT_EQ(finish().code, 1);
}

TEST_F(SelfCheckOption, ComparesProperties) {
  scene.buffer(4'000'000'000, 0x8892, std::string(48, 'x'));
  scene.trace.call("wip15ExpectPropertyi64", {0x82E0, 4'000'000'000, "size", 0, 48});
  EXPECT_EQ(finish().code, 0);
  EXPECT_EQ(figures()["passed_checks"], 1);
}

TEST_F(SelfCheckOption, RefusesAnotherProperty) {
  scene.buffer(4'000'000'000, 0x8892, std::string(48, 'x'));
  scene.trace.call("wip15ExpectPropertyi64", {0x82E0, 4'000'000'000, "size", 0, 49});
  const Outcome outcome = finish();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "size is 48, expected 49")) << outcome.out;
}

TEST_F(SelfCheckOption, PropertiesThatGlCannotReportAreNotChecked) {
  scene.trace.call("wip15ExpectPropertyi64", {0x82E0, 5, "colour of the wrapping", 0, 1});
  EXPECT_EQ(finish().code, 0);
  EXPECT_EQ(figures()["not_checked"], 1);
}

TEST_F(SelfCheckOption, WithoutItNothingIsChecked) {
  scene.trace.call("wip15TestFB", {"back", blue_and_red(), depth_of_one()});
  EXPECT_EQ(finish({"--strict"}).code, 0) << "checks are not calls that could be skipped";
  EXPECT_TRUE(figures().is_null());
}

}  // namespace
}  // namespace replay
