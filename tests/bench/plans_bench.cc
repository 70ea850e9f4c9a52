// Wire form to the form that the GL parameter wants.
#include <benchmark/benchmark.h>

#include "loaders/stream/value_plan.h"

namespace {

using namespace loaders;

void numbers(benchmark::State& state) {
  constexpr Elem kTypes[] = {Elem::kU32, Elem::kI32, Elem::kF32, Elem::kF64, Elem::kU8};
  const Value values[] = {Value::of_uint(7), Value::of_sint(-7), Value::of_f32(0.5f), Value::of_f64(0.25)};
  for (auto _ : state) {
    for (const Elem type : kTypes) {
      for (const Value& value : values) benchmark::DoNotOptimize(number_as(value, type));
    }
  }
  state.SetItemsProcessed(state.iterations() * 20);
}
BENCHMARK(numbers);

void arrays(benchmark::State& state) {
  std::byte room[64 * 4];
  for (auto _ : state) {
    for (std::size_t i = 0; i < 64; ++i) store_number(room + 4 * i, Elem::kF32, Value::of_f32(static_cast<float>(i)));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(arrays);

void targets(benchmark::State& state) {
  const auto function = glbindings::find_function("glTexSubImage2D");
  for (auto _ : state) {
    for (std::size_t i = 0; i < 9; ++i) benchmark::DoNotOptimize(argument_target(function, i));
  }
  state.SetItemsProcessed(state.iterations() * 9);
}
BENCHMARK(targets);

}  // namespace
