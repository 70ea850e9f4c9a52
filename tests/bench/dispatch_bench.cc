// Rows of the dispatch table over entry points that do nothing: what the replayer itself adds to a call.
#include <benchmark/benchmark.h>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;

void issue(benchmark::State& state, FakeGl& gl, Id function, std::vector<loaders::Value> arguments) {
  const loaders::Call& call = gl.calls.add(function, std::move(arguments));
  for (auto _ : state) gl.dispatcher.issue(call);
  if (gl.skipped()) state.SkipWithError(std::string(skip_reason(*gl.skipped())).c_str());
  state.SetItemsProcessed(state.iterations());
}

void scalars(benchmark::State& state) {
  FakeGl gl;
  gl.table.Vertex3f = [](GLfloat x, GLfloat, GLfloat) { benchmark::DoNotOptimize(x); };
  issue(state, gl, Id::glVertex3f, {f32(1), f32(2), f32(3)});
}
BENCHMARK(scalars);

void a_name(benchmark::State& state) {
  FakeGl gl;
  gl.context.map(Kind::kTexture).set(7, 3);
  gl.table.BindTexture = [](GLenum, GLuint name) { benchmark::DoNotOptimize(name); };
  issue(state, gl, Id::glBindTexture, {uint(GL_TEXTURE_2D), uint(7)});
}
BENCHMARK(a_name);

void an_array(benchmark::State& state) {
  FakeGl gl;
  gl.table.LoadMatrixf = [](const GLfloat* m) { benchmark::DoNotOptimize(*m); };
  issue(state, gl, Id::glLoadMatrixf, {gl.calls.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})});
}
BENCHMARK(an_array);

void a_draw(benchmark::State& state) {
  FakeGl gl;
  gl.table.DrawArrays = [](GLenum, GLint, GLsizei count) { benchmark::DoNotOptimize(count); };
  issue(state, gl, Id::glDrawArrays, {uint(GL_TRIANGLES), sint(0), sint(3)});
}
BENCHMARK(a_draw);

}  // namespace
}  // namespace replay
