// Unpacking of whole files, per byte that comes out.
#include <benchmark/benchmark.h>

#include <span>
#include <string>
#include <vector>

#include "loaders/container/detect.h"
#include "loaders/container/input_window.h"
#include "tests/container_packers.h"

namespace {

// Packs to about a third, as traces do: repeating calls with changing arguments.
std::string like_a_trace(std::size_t size) {
  std::string bytes;
  unsigned random = 1;
  while (bytes.size() < size) {
    random = random * 1664525 + 1013904223;
    bytes += "call of some function with the arguments ";
    bytes.append(reinterpret_cast<const char*>(&random), sizeof random);
    bytes += std::to_string(random >> 16);
  }
  return bytes;
}

void unpack_container(benchmark::State& state) {
  const auto container = static_cast<loaders::Container>(state.range(0));
  const std::string packed = tests::pack(container, like_a_trace(8 << 20));
  std::vector<std::byte> room(1 << 20);
  std::int64_t size = 0;
  for (auto _ : state) {
    loaders::ByteSource source =
        unpack(container, loaders::InputWindow(loaders::view_source(std::as_bytes(std::span(packed)))));
    loaders::Result<std::size_t> got = source.read(room);
    for (; got && *got > 0; got = source.read(room)) size += static_cast<std::int64_t>(*got);
    if (!got) state.SkipWithError(got.error().problem.c_str());
  }
  state.SetBytesProcessed(size);
  state.SetLabel(container_name(container));
}
BENCHMARK(unpack_container)->Apply([](benchmark::internal::Benchmark* bench) {
  for (const loaders::Container container : tests::kContainers) bench->Arg(static_cast<std::int64_t>(container));
});

}  // namespace
