#include "replay/session/summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using glbindings::FunctionId;
bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

Summary::Skipped skipped(Skip reason) { return {"glFoo", reason, {.count = 1, .first_call = 0}}; }

// A run over a dispatcher with the skipped calls and GL errors that the test wants.
class SummaryOfRuns : public testing::Test {
 protected:
  void error(GLenum error) {
    live = error;
    gl.table.GetError = [] { return std::exchange(live, static_cast<GLenum>(GL_NO_ERROR)); };
    gl.dispatcher.errors.frame_ends(gl.table);
  }
  void add_run() { summary.add_run(gl.dispatcher, gl.calls.functions); }
  static inline GLenum live = GL_NO_ERROR;
  FakeGl gl;
  Summary summary;
};

TEST(Summary, IsCleanWhenNothingWentWrong) {
  Summary summary;
  EXPECT_TRUE(summary.is_clean());
  summary.skipped = {skipped(Skip::kFailedInRecording)};
  summary.vanished_errors = 3;
  EXPECT_TRUE(summary.is_clean()) << "calls that failed in the recording are skipped rightly";
}

TEST(Summary, ASkippedCallIsNotCleanUnlessItHadNoEffectInTheRecording) {
  for (int i = 0; i < static_cast<int>(Skip::kCount); ++i) {
    const auto reason = static_cast<Skip>(i);
    Summary summary;
    summary.skipped = {skipped(Skip::kFailedInRecording), skipped(reason)};
    const bool had_none = reason == Skip::kFailedInRecording || reason == Skip::kRefusedInRecording ||
                          reason == Skip::kReleasedContext || reason == Skip::kLackedInRecording ||
                          reason == Skip::kNothingToDelete || reason == Skip::kCutOff;
    EXPECT_EQ(summary.is_clean(), had_none) << skip_reason(reason);
  }
}

TEST(Summary, AGlErrorIsNotClean) {
  Summary summary;
  summary.errors = {{"glFoo", 0x0500, {.count = 1, .first_call = 0}}};
  EXPECT_FALSE(summary.is_clean());
}

TEST(Summary, AmongUnaskedErrorsOnlyThoseThatNoProgramCausesCount) {
  constexpr std::uint32_t kOutOfMemory = 0x0505, kContextLost = 0x0507;
  for (std::uint32_t error = 0x0500; error <= kContextLost; ++error) {
    Summary summary;
    summary.unasked_errors = {{"glFoo", error, {.count = 1, .first_call = 0}}};
    EXPECT_EQ(summary.is_clean(), error != kOutOfMemory && error != kContextLost) << error;
    summary.errors_are_known = true;
    EXPECT_FALSE(summary.is_clean()) << "a good driver has no such error";
    summary.unasked_errors[0].known = true;
    EXPECT_TRUE(summary.is_clean());
  }
}

TEST_F(SummaryOfRuns, NamesWhatARunSkippedInTheOrderOfTheFile) {
  gl.issue(FunctionId::kUnknown, {});
  gl.issue(FunctionId::glClear, {uint(0)});  // the table lacks this function
  gl.issue(FunctionId::glClear, {uint(0)});
  add_run();
  const std::string text = to_text(summary);
  const auto unknown = text.find(": unknown function (first at call 0)");
  const auto missing =
      text.find("skipped    glClear x2: the driver has no such function in this context (first at call 1)");
  EXPECT_NE(unknown, std::string::npos) << text;
  EXPECT_NE(missing, std::string::npos) << text;
  EXPECT_LT(unknown, missing);
}

TEST_F(SummaryOfRuns, NamesGlErrors) {
  gl.table.Clear = [](GLbitfield) {};
  gl.issue(FunctionId::glClear, {uint(0)});
  error(GL_INVALID_VALUE);
  gl.issue_with_result(FunctionId::glGetError, {}, uint(GL_NO_ERROR));
  error(GL_INVALID_ENUM);
  add_run();
  EXPECT_TRUE(has_line(
      to_text(summary),
      "GL error   glGetError x1: GL_INVALID_ENUM after which the recorded program did not ask (first at call 1)"))
      << to_text(summary);
  EXPECT_TRUE(has_line(to_text(summary),
                       "GL error   glClear x1: GL_INVALID_VALUE that the recording did not have (first at call 0)"))
      << to_text(summary);
  const auto json = to_json(summary);
  EXPECT_EQ(json["gl_errors"].dump(),
            R"([{"count":1,"error":"GL_INVALID_VALUE","first_call":0,"function":"glClear"}])");
}

TEST_F(SummaryOfRuns, SeveralRunsOverOneRecordingAddUp) {
  gl.issue(FunctionId::glClear, {uint(0)});
  add_run();
  add_run();
  add_run();
  ASSERT_EQ(summary.skipped.size(), 1u) << "one kind of skip is one line, however often the recording is replayed";
  EXPECT_EQ(summary.skipped[0].count.count, 3u);
}

TEST(Summary, TextHasOneLineForEachFact) {
  Summary summary;
  summary.driver = DriverInfo{.renderer = "llvmpipe", .version = "4.5 Mesa", .vendor = "Mesa"};
  summary.calls = 100;
  summary.frames = 3;
  summary.seconds = 0.5;
  summary.vanished_errors = 2;
  summary.snapshots = {{.number = 1, .width = 4, .height = 3, .path = "a/frame_0001.png"},
                       {.number = 2, .width = 4, .height = 3, .md5 = "d41d8cd9"}};
  EXPECT_EQ(to_text(summary),
            "renderer   llvmpipe\n"
            "version    4.5 Mesa\n"
            "replayed   3 frames, 100 calls in 0.500 s (200 calls/s)\n"
            "picture    a/frame_0001.png (4x3)\n"
            "GL errors  2 of the recording did not occur\n");
}

TEST(Summary, TextNamesFailedChecks) {
  Summary summary;
  summary.self_check = SelfCheckResult{.tests = 2,
                                       .failed_tests = 1,
                                       .passed_checks = 3,
                                       .failed_checks = 1,
                                       .not_checked = 0,
                                       .failures = {{"triangle", 17, "red is green"}}};
  const std::string text = to_text(summary);
  EXPECT_TRUE(has_line(text, "self-check triangle: failed at call 17: red is green")) << text;
  EXPECT_TRUE(has_line(text, "self-check 2 tests, 1 failed; 3 checks passed, 1 failed, 0 not checked")) << text;
}

TEST(Summary, ARunThatTakesNoTimeDoesNotDivideByZero) {
  Summary summary;
  summary.calls = 5;
  EXPECT_EQ(to_text(summary), "replayed   0 frames, 5 calls in 0.000 s (0 calls/s)\n");
}

TEST(Summary, JsonHasEveryFieldEvenWhenNothingHappened) {
  const auto json = to_json(Summary{});
  for (const char* field : {"trace", "frames", "calls", "seconds", "calls_per_second", "whole_recording", "skipped",
                            "gl_errors", "unasked_gl_errors", "vanished_gl_errors", "calls_left_out_by_seek",
                            "pictures", "warnings", "picture_problems", "exit_code"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  for (const char* field : {"renderer", "benchmark", "self_check", "file_error"}) {
    EXPECT_FALSE(json.contains(field)) << field << " is only written when it has a content";
  }
}

TEST(Summary, JsonDistinguishesPicturesOfFramesAndOfCalls) {
  Summary summary;
  summary.snapshots = {{.of = Snapshot::Of::kFrame, .number = 1, .width = 4, .height = 3, .path = "a.png"},
                       {.of = Snapshot::Of::kCall, .number = 2, .width = 4, .height = 3, .md5 = "d41d8cd9"}};
  EXPECT_EQ(to_json(summary)["pictures"].dump(),
            R"([{"file":"a.png","frame":1,"height":3,"width":4},{"call":2,"height":3,"md5":"d41d8cd9","width":4}])");
}

TEST(Summary, JsonSaysWhetherAllOfTheRecordingWasReplayed) {
  Summary summary;
  EXPECT_EQ(to_json(summary)["whole_recording"], true);
  summary.stopped = true;
  EXPECT_EQ(to_json(summary)["whole_recording"], false);
  summary.stopped = false;
  loaders::LoadError& error = summary.file_error.emplace();
  error.damage = loaders::Damage::kCut;
  error.offset = 12;
  error.call = 5;
  const auto json = to_json(summary);
  EXPECT_EQ(json["whole_recording"], false);
  EXPECT_EQ(json["file_error"]["byte"], 12);
  EXPECT_EQ(json["file_error"]["call"], 5);
  EXPECT_EQ(json["file_error"]["cut"], true);
}

TEST(Summary, JsonHasTheFiguresOfABenchmark) {
  Summary summary;
  summary.frame_times = FrameTimeFigures{.frames = 3,
                                         .minimum = 1,
                                         .median = 2,
                                         .percentile95 = 3,
                                         .maximum = 4,
                                         .cpu_median = 5,
                                         .cpu_mean = 6,
                                         .frames_per_second = 400,
                                         .first_frames = 1};
  EXPECT_EQ(to_json(summary)["benchmark"].dump(),
            R"({"cpu_ms_per_frame":{"mean":6.0,"median":5.0},"first_frames_left_out":1,)"
            R"("frame_ms":{"max":4.0,"median":2.0,"min":1.0,"p95":3.0},"frames":3,"frames_per_second":400.0})");
}

}  // namespace
}  // namespace replay
