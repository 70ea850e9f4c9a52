// Each loader from memory, by calls: batches are filled and used again, as the decoding thread does.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "loaders/open.h"
#include "tests/apitrace_builder.h"
#include "tests/wip15_builder.h"
#include "tests/wtf_builder.h"

namespace {

constexpr int kDraws = 5000;

// Two uniforms and a draw each, with a swap after every hundred.
std::vector<std::byte> apitrace_file() {
  tests::ApitraceBuilder trace;
  for (int i = 0; i < kDraws; ++i) {
    trace.call("glUniform4f(location, v0, v1, v2, v3)", {1, 0.5 * i, 0.25, 0.75, 1.5});
    trace.call("glBindBuffer(target, buffer)", {tests::at::en(0x8892), i % 64});
    trace.call("glDrawArrays(mode, first, count)", {tests::at::en(4), 0, 3});
    if (i % 100 == 99) trace.call("glXSwapBuffers(dpy, drawable)", {tests::at::ptr(0x1000), 7});
  }
  return trace.file();
}

std::vector<std::byte> wip15_file(tests::Generation generation) {
  tests::Wip15Builder trace(generation);
  trace.declare("glUniform4f(Int, Float, Float, Float, Float)").declare("glBindBuffer(UnsignedInt, UnsignedInt)");
  trace.declare("glDrawArrays(UnsignedInt, Int, Int)").declare("glXSwapBuffers(Ptr, UnsignedInt)");
  for (int i = 0; i < kDraws; ++i) {
    trace.call("glUniform4f", {1, 0.5 * i, 0.25, 0.75, 1.5});
    trace.call("glBindBuffer", {0x8892, i % 64});
    trace.call("glDrawArrays", {4, 0, 3});
    if (i % 100 == 99) trace.call("glXSwapBuffers", {0x1000, 7});
  }
  return trace.file();
}

std::vector<std::byte> wtf_file() {
  tests::WtfBuilder trace;
  trace.define("WebGLRenderingContext#drawArrays(uint32 mode, uint32 first, int32 count)");
  trace.define("WebGLRenderingContext#bindBuffer(uint32 target, uint32 buffer)");
  for (int i = 0; i < kDraws; ++i) {
    trace.event(static_cast<std::uint32_t>(i), "WebGLRenderingContext#bindBuffer", {0x8892, 0});
    trace.event(static_cast<std::uint32_t>(i), "WebGLRenderingContext#drawArrays", {4, 0, 3});
  }
  return trace.file(tests::WtfKind::kChunked);
}

void load(benchmark::State& state, const std::vector<std::byte>& file) {
  loaders::Batch batch;
  std::int64_t calls = 0;
  for (auto _ : state) {
    const auto opened = loaders::open_trace(loaders::view_source(file), "benchmark");
    if (!opened) return state.SkipWithError(opened.error().to_string().c_str());
    while ((*opened)->read(batch) == loaders::ReadStatus::kBatch)
      calls += static_cast<std::int64_t>(batch.calls.size());
    if ((*opened)->error()) return state.SkipWithError((*opened)->error()->to_string().c_str());
  }
  if (calls == 0) return state.SkipWithError("no calls");
  state.SetItemsProcessed(calls);
}

void load_apitrace(benchmark::State& state) { load(state, apitrace_file()); }
void load_wip15_raw(benchmark::State& state) { load(state, wip15_file(tests::Generation::kRaw8)); }
void load_wip15_leb(benchmark::State& state) { load(state, wip15_file(tests::Generation::kLeb)); }
void load_wip15_first(benchmark::State& state) { load(state, wip15_file(tests::Generation::kFinal)); }
void load_wtf(benchmark::State& state) { load(state, wtf_file()); }
BENCHMARK(load_apitrace);
BENCHMARK(load_wip15_raw);
BENCHMARK(load_wip15_leb);
BENCHMARK(load_wip15_first);
BENCHMARK(load_wtf);

}  // namespace
