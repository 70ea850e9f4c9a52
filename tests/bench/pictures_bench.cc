// What a picture costs beside its drawing: the hash and the PNG of 640x480 pixels, flat and noisy.
#include <benchmark/benchmark.h>

#include "replay/picture/picture.h"
#include "replay/picture/png_encoder.h"

namespace {

replay::Picture picture(bool noisy) {
  replay::Picture made{640, 480, true, {}};
  made.rgba.resize(640 * 480 * 4);
  unsigned random = 1;
  for (std::size_t i = 0; i < made.rgba.size(); ++i) {
    random = random * 1664525 + 1013904223;
    made.rgba[i] = static_cast<std::uint8_t>(noisy ? random >> 24 : i / 40000);
  }
  return made;
}

void hash(benchmark::State& state) {
  const replay::Picture flat = picture(false);
  for (auto _ : state) benchmark::DoNotOptimize(md5_of_rgb(flat));
  state.SetBytesProcessed(state.iterations() * 640 * 480 * 3);
}
BENCHMARK(hash);

void png(benchmark::State& state) {
  const replay::Picture shown = picture(state.range(0) != 0);
  for (auto _ : state) benchmark::DoNotOptimize(replay::encode_png(shown));
  state.SetBytesProcessed(state.iterations() * 640 * 480 * 3);
  state.SetLabel(state.range(0) != 0 ? "noise" : "flat");
}
BENCHMARK(png)->Arg(0)->Arg(1);

}  // namespace
