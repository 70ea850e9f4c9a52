// Finding out what can be left out, by calls.
#include <benchmark/benchmark.h>

#include "replay/seek/drawing_history.h"
#include "tests/replay/player/recording.h"

namespace replay {
namespace {

void drawing_history(benchmark::State& state) {
  constexpr int kFrames = 100, kDraws = 100;
  Recording program;
  program.make_current(7);
  for (int frame = 0; frame < kFrames; ++frame) {
    program.draw();
    for (int i = 0; i < kDraws; ++i) {
      program.add(Recording::Id::glUniform1f, {sint(1), f32(0)});
      program.add(Recording::Id::glDrawArrays, {uint(4), sint(0), sint(3)});
    }
    program.swap(7);
  }
  const CallSet frames = *parse_frame_set("99"), calls;
  loaders::Batch batch;
  for (auto _ : state) {
    DrawingHistory history(frames, calls, false);
    for (std::size_t i = 0; i < program.batches(); ++i) {
      program.fill(batch, i);
      for (const loaders::Call& call : batch.calls) history.follow(call);
    }
    benchmark::DoNotOptimize(history.dead_calls(SeekGuesses()));
  }
  state.SetItemsProcessed(state.iterations() * kFrames * (2 * kDraws + 2));
}
BENCHMARK(drawing_history);

}  // namespace
}  // namespace replay
