#include "replay/profile/call_profile.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;

// The time stamps of a GPU that takes a millisecond for each draw. The n-th call of glQueryCounter gives the stamp n.
int stamped = 0, in_primitive = 0;
std::uint64_t stamps[256];

class Profiled : public testing::Test {
 protected:
  Profiled() {
    stamped = 0;
    in_primitive = 0;
    gl.table.DrawArrays = [](GLenum, GLint, GLsizei) {};
    gl.table.Enable = [](GLenum) {};
    gl.table.Begin = [](GLenum) { in_primitive = 1; };
    gl.table.End = [] { in_primitive = 0; };
    gl.table.Vertex2f = [](GLfloat, GLfloat) {};
  }
  void give_timer() {
    gl.table.GenQueries = [](GLsizei count, GLuint* names) {
      for (GLsizei i = 0; i < count; ++i) names[i] = static_cast<GLuint>(i + 1);
    };
    gl.table.QueryCounter = [](GLuint query, GLenum) {
      EXPECT_EQ(in_primitive, 0);
      stamps[query] = static_cast<std::uint64_t>(++stamped) * 1'000'000;
    };
    gl.table.GetQueryObjectui64v = [](GLuint query, GLenum, GLuint64* result) { *result = stamps[query]; };
  }
  void issue(Id function, std::vector<loaders::Value> arguments = {}) {
    profile.issue(gl.dispatcher, gl.calls.add(function, std::move(arguments)));
  }
  void draw() { issue(Id::glDrawArrays, {uint(4), sint(0), sint(3)}); }
  const ProfileFigures& finish() {
    profile.finished(gl.dispatcher);
    return profile.figures();
  }
  const ProfileFigures::Named* function(const char* name) {
    for (const auto& entry : profile.figures().functions) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }

  FakeGl gl;
  CallProfile profile;
};

TEST_F(Profiled, CallsAreMadeAndCounted) {
  issue(Id::glEnable, {uint(GL_BLEND)});
  draw();
  EXPECT_EQ(finish().all.calls, 2u);
  EXPECT_GT(profile.figures().all.cpu_ms, 0);
  EXPECT_FALSE(profile.figures().has_gpu) << "the driver has no time stamps";
  EXPECT_EQ(profile.figures().top_calls.size(), 2u);
}

TEST_F(Profiled, DrawsAreStampedBeforeAndAfter) {
  give_timer();
  issue(Id::glEnable, {uint(GL_BLEND)});
  draw();
  draw();
  const ProfileFigures& figures = finish();
  EXPECT_EQ(stamped, 4);
  EXPECT_DOUBLE_EQ(figures.all.gpu_ms, 2);
  EXPECT_EQ(figures.top_calls.front().function, "glDrawArrays");
  ASSERT_EQ(figures.programs.size(), 1u);
  EXPECT_EQ(figures.programs[0].calls, 2u);
  EXPECT_DOUBLE_EQ(to_json(figures)["gpu_ms"], 2);
}

TEST_F(Profiled, APrimitiveIsStampedAroundItself) {
  give_timer();
  issue(Id::glBegin, {uint(4)});
  issue(Id::glVertex2f, {f32(0), f32(0)});
  issue(Id::glEnd);
  finish();
  ASSERT_NE(function("glEnd"), nullptr);
  EXPECT_EQ(stamped, 2);
  EXPECT_DOUBLE_EQ(function("glEnd")->gpu_ms, 1);
}

TEST_F(Profiled, OnlyTheMostExpensiveCallsAreNamed) {
  give_timer();
  for (int i = 0; i < 30; ++i) draw();
  EXPECT_EQ(finish().top_calls.size(), CallProfile::kTop);
  EXPECT_EQ(profile.figures().all.calls, 30u);
  EXPECT_NE(to_string(profile.figures()).find("most expensive calls"), std::string::npos);
}

}  // namespace
}  // namespace replay
