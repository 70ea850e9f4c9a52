// Which GL errors are new compared to the recording. The driver is a table of local functions. `live_errors` are the
// next answers of glGetError, and debug messages are sent through the callback that watch() set.
#include "replay/dispatch/gl_errors.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <deque>

namespace replay {
namespace {

std::deque<GLenum> live_errors;
GLDEBUGPROC callback;
const void* callback_argument;

GLenum get_error() {
  if (live_errors.empty()) return GL_NO_ERROR;
  const GLenum error = live_errors.front();
  live_errors.pop_front();
  return error;
}

class GlErrorsTest : public testing::Test {
 protected:
  GlErrorsTest() {
    live_errors.clear();
    callback = nullptr;
    gl.GetError = get_error;
    errors.context_changed(1);
  }

  void give_debug_output() {
    gl.DebugMessageCallback = [](GLDEBUGPROC function, const void* argument) {
      callback = function;
      callback_argument = argument;
    };
    gl.DebugMessageControl = [](GLenum, GLenum, GLenum, GLsizei, const GLuint*, GLboolean) {};
    gl.Enable = [](GLenum) {};
    errors.watch(gl);
  }

  // Call `number` of recorded function `function` is being issued.
  void issue(std::uint64_t number, std::uint32_t function = 0) {
    call.number = number;
    call.recorded = function;
  }
  // The driver sends a debug message about the call that is being issued.
  void message(GLenum id, GLenum source = GL_DEBUG_SOURCE_API, GLenum type = GL_DEBUG_TYPE_ERROR) {
    callback(source, type, id, GL_DEBUG_SEVERITY_HIGH, 0, "", callback_argument);
    live_errors.push_back(id);
  }
  GlErrors::Answer recorded_get_error(GLenum recorded) { return errors.recorded_get_error(gl, recorded); }

  static std::uint64_t count_in(const GlErrors::Findings& findings, GLenum error, std::uint32_t function) {
    const auto found = findings.find({error, function});
    return found == findings.end() ? 0 : found->second.count;
  }
  std::uint64_t count(GLenum error, std::uint32_t function = 0) const {
    return count_in(errors.findings(), error, function);
  }
  std::uint64_t unasked(GLenum error, std::uint32_t function = 0) const {
    return count_in(errors.unasked(), error, function);
  }
  bool is_silent() const { return errors.findings().empty() && errors.unasked().empty(); }

  GladGLContext gl{};
  loaders::Call call;
  const loaders::Call* current = &call;
  GlErrors errors{&current};
};

// The recording asked for errors and got one or none; this run has one or none.

TEST_F(GlErrorsTest, AnErrorThatTheRecordingDidNotHaveIsNew) {
  give_debug_output();
  issue(5, 2);
  message(GL_INVALID_ENUM);
  EXPECT_EQ(recorded_get_error(GL_NO_ERROR), GlErrors::Answer::kSame);
  EXPECT_EQ(count(GL_INVALID_ENUM, 2), 1u);
  EXPECT_EQ(errors.findings().begin()->second.first_call, 5u);
}

TEST_F(GlErrorsTest, AnErrorThatTheRecordingHadTooIsNotNew) {
  give_debug_output();
  message(GL_INVALID_ENUM);
  EXPECT_EQ(recorded_get_error(GL_INVALID_ENUM), GlErrors::Answer::kSame);
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, AnErrorThatOnlyTheRecordingHadHasVanished) {
  give_debug_output();
  EXPECT_EQ(recorded_get_error(GL_INVALID_ENUM), GlErrors::Answer::kMissing);
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, WithoutErrorsThereIsNoFinding) {
  give_debug_output();
  EXPECT_EQ(recorded_get_error(GL_NO_ERROR), GlErrors::Answer::kSame);
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, EachGetErrorCoversOnlyTheErrorsSinceTheOneBefore) {
  give_debug_output();
  issue(1);
  message(GL_INVALID_ENUM);
  recorded_get_error(GL_INVALID_ENUM);
  issue(2);
  message(GL_INVALID_ENUM);
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM), 1u);
  EXPECT_EQ(errors.findings().begin()->second.first_call, 2u);
}

TEST_F(GlErrorsTest, AnErrorThatTheRecordingDidNotAskForIsNotNew) {
  give_debug_output();
  issue(7);
  message(GL_INVALID_VALUE);
  EXPECT_TRUE(errors.findings().empty());
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 1u);
  EXPECT_EQ(errors.unasked().begin()->second.first_call, 7u);
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_VALUE), 1u) << "now it has asked";
  EXPECT_TRUE(errors.unasked().empty());
}

TEST_F(GlErrorsTest, ErrorsOfADestroyedContextStayUnasked) {
  give_debug_output();
  issue(7);
  message(GL_INVALID_VALUE);
  errors.watch(gl);  // a new context under the same number
  recorded_get_error(GL_NO_ERROR);
  EXPECT_TRUE(errors.findings().empty());
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 1u);
}

// Inside glBegin

TEST_F(GlErrorsTest, AGetErrorInsideGlBeginSaysNothing) {
  give_debug_output();
  issue(1);
  message(GL_INVALID_ENUM);
  gl.GetError = []() -> GLenum {  // GL refuses the call, which is an error itself
    callback(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_INVALID_OPERATION, 0, 0, "", callback_argument);
    return GL_NO_ERROR;
  };
  EXPECT_EQ(recorded_get_error(GL_NO_ERROR), GlErrors::Answer::kNotTold);
  EXPECT_TRUE(errors.findings().empty());
  gl.GetError = get_error;
  EXPECT_EQ(recorded_get_error(GL_INVALID_ENUM), GlErrors::Answer::kSame);
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, TheErrorOfAGetErrorInsideGlBeginIsNotCounted) {
  for (const GLenum recorded : {GL_NO_ERROR, GL_INVALID_OPERATION}) {
    give_debug_output();
    gl.GetError = []() -> GLenum {
      callback(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_INVALID_OPERATION, 0, 0, "", callback_argument);
      return GL_NO_ERROR;
    };
    recorded_get_error(GL_NO_ERROR);
    gl.GetError = get_error;
    live_errors = {GL_INVALID_OPERATION};
    EXPECT_EQ(recorded_get_error(recorded), GlErrors::Answer::kSame);
    EXPECT_TRUE(is_silent());
  }
}

TEST_F(GlErrorsTest, AnErrorOfTheReplayersOwnGetErrorIsNotCounted) {
  give_debug_output();
  issue(3);
  {
    const GlErrors::Asking asking(errors);
    message(GL_INVALID_OPERATION);
  }
  EXPECT_EQ(recorded_get_error(GL_NO_ERROR), GlErrors::Answer::kSame);
  EXPECT_TRUE(is_silent());
  live_errors = {GL_INVALID_ENUM};  // a driver may report some errors by the flag only
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM), 1u) << "only the first flag was caused by the replayer";
}

TEST_F(GlErrorsTest, TheReplayersOwnGetErrorDoesNotMatchAnErrorOfTheRecording) {
  give_debug_output();
  {
    const GlErrors::Asking asking(errors);
    message(GL_INVALID_OPERATION);
  }
  EXPECT_EQ(recorded_get_error(GL_INVALID_OPERATION), GlErrors::Answer::kMissing);
}

TEST_F(GlErrorsTest, FindingsAreCountedByErrorAndFunction) {
  give_debug_output();
  for (const std::uint64_t number : {3, 4, 5}) {
    issue(number, number == 5 ? 1 : 0);
    message(GL_INVALID_ENUM);
  }
  message(GL_INVALID_VALUE);
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM, 0), 2u);
  EXPECT_EQ(count(GL_INVALID_ENUM, 1), 1u);
  EXPECT_EQ(count(GL_INVALID_VALUE, 1), 1u);
}

TEST_F(GlErrorsTest, ErrorsThatTheRecordedProgramExpectedAreNotNew) {
  give_debug_output();
  message(GL_INVALID_ENUM);
  errors.expected();
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, EachContextIsJudgedByItself) {
  give_debug_output();
  issue(1);
  message(GL_INVALID_ENUM);
  errors.context_changed(2);
  issue(2);
  message(GL_INVALID_VALUE);
  live_errors = {GL_INVALID_VALUE};  // context 2 has flags of its own
  recorded_get_error(GL_INVALID_VALUE);
  EXPECT_EQ(unasked(GL_INVALID_ENUM), 1u) << "glGetError in context 2 says nothing about context 1";
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 0u);
  errors.context_changed(1);
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM), 1u);
}

TEST_F(GlErrorsTest, OnlyErrorsOfTheApiCount) {
  give_debug_output();
  message(0, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_PERFORMANCE);
  message(0, GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DEBUG_TYPE_ERROR);
  live_errors.clear();
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, AMessageThatDoesNotNameTheErrorIsAnInvalidOperation) {
  give_debug_output();
  message(12345);
  EXPECT_EQ(unasked(GL_INVALID_OPERATION), 1u);
}

TEST_F(GlErrorsTest, MesaNamesTheErrorAtTheStartOfTheText) {
  give_debug_output();
  const auto send = [](GLuint id, const char* text) {
    callback(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, id, 0, 0, text, callback_argument);
  };
  send(7, "GL_INVALID_ENUM in glEnable(0xffff)");
  send(8, "GL_INVALID_FRAMEBUFFER_OPERATION in glClear(incomplete framebuffer)");
  send(GL_INVALID_VALUE, nullptr);
  EXPECT_EQ(unasked(GL_INVALID_ENUM), 1u);
  EXPECT_EQ(unasked(GL_INVALID_FRAMEBUFFER_OPERATION), 1u);
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 1u);
}

TEST_F(GlErrorsTest, ErrorsBeforeTheFirstCallAreTheReplayersOwn) {
  give_debug_output();
  current = nullptr;
  message(GL_INVALID_ENUM);
  EXPECT_TRUE(is_silent());
}

TEST_F(GlErrorsTest, WatchingForgetsWhatTheDriverHadPending) {
  live_errors = {GL_INVALID_ENUM, GL_INVALID_VALUE};
  give_debug_output();
  EXPECT_TRUE(live_errors.empty());
}

TEST_F(GlErrorsTest, WhileMutedNothingIsCounted) {
  give_debug_output();
  {
    const GlErrors::Mute mute(errors, gl);
    {
      const GlErrors::Mute inner(errors, gl);
      message(GL_INVALID_ENUM);
    }
    message(GL_INVALID_VALUE);
    live_errors = {GL_INVALID_VALUE};
  }
  EXPECT_TRUE(live_errors.empty()) << "the flag of the muted error must not surface later";
  EXPECT_TRUE(is_silent());
  message(GL_INVALID_ENUM);
  EXPECT_EQ(unasked(GL_INVALID_ENUM), 1u) << "no longer muted";
}

TEST_F(GlErrorsTest, AMillionEqualErrorsTakeLittleMemory) {
  give_debug_output();
  for (int i = 0; i < 1'000'000; ++i)
    callback(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_INVALID_ENUM, 0, 0, "", &errors);
  EXPECT_EQ(unasked(GL_INVALID_ENUM), 1'000'000u);
}

// Without debug output

TEST_F(GlErrorsTest, WithoutDebugOutputTheReplayersOwnCallsKeepTheProgramsErrors) {
  errors.watch(gl);
  issue(9);
  live_errors = {GL_INVALID_ENUM};
  { const GlErrors::Mute mute(errors, gl); }
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM), 1u);
}

TEST_F(GlErrorsTest, WithoutDebugOutputTheFlagsAreReadAtFrameEnds) {
  errors.watch(gl);
  issue(9);
  live_errors = {GL_INVALID_ENUM, GL_INVALID_VALUE};
  errors.frame_ends(gl);
  EXPECT_EQ(unasked(GL_INVALID_ENUM), 1u);
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 1u);
}

TEST_F(GlErrorsTest, WithoutDebugOutputARecordedGetErrorFindsThem) {
  issue(9);
  live_errors = {GL_INVALID_ENUM};
  recorded_get_error(GL_NO_ERROR);
  EXPECT_EQ(count(GL_INVALID_ENUM), 1u);
  live_errors = {GL_INVALID_VALUE};
  recorded_get_error(GL_INVALID_VALUE);
  EXPECT_EQ(count(GL_INVALID_VALUE), 0u);
  EXPECT_EQ(unasked(GL_INVALID_VALUE), 0u);
}

TEST_F(GlErrorsTest, WithDebugOutputFrameEndsLeaveTheFlagsToTheProgram) {
  give_debug_output();
  live_errors = {GL_INVALID_ENUM};
  errors.frame_ends(gl);
  EXPECT_EQ(live_errors.size(), 1u);
}

TEST_F(GlErrorsTest, ADriverThatNeverStopsAnsweringDoesNotHangTheFrame) {
  gl.GetError = []() -> GLenum { return GL_CONTEXT_LOST; };
  errors.frame_ends(gl);
  gl.GetError = nullptr;
  errors.frame_ends(gl);
}

}  // namespace
}  // namespace replay
