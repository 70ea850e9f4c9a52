// The bounded readers: what every byte of a trace goes through.
#include <benchmark/benchmark.h>

#include <vector>

#include "loaders/base/cursor.h"
#include "loaders/base/unchecked_cursor.h"

namespace {

// Integers of one to three bytes, as recordings have them, mostly of one.
std::vector<std::byte> varints() {
  std::vector<std::byte> bytes;
  for (unsigned i = 0; i < 4096; ++i) {
    unsigned value = i % 16 == 0 ? i * 37 : i % 100;
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::byte>(value | 0x80));
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

// Whether a read of so many bytes is to come. A Cursor looks by itself.
bool go_on(const loaders::Cursor& cursor, std::size_t) { return cursor.remaining() > 0; }
bool go_on(loaders::UncheckedCursor& cursor, std::size_t most) { return cursor.has(most); }

template <class Cursor>
void read_varints(benchmark::State& state) {
  const std::vector<std::byte> bytes = varints();
  for (auto _ : state) {
    Cursor cursor(bytes);
    std::uint64_t sum = 0;
    while (go_on(cursor, loaders::UncheckedCursor::kMaxOfInteger)) sum += cursor.uleb128();
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(read_varints<loaders::Cursor>);
BENCHMARK(read_varints<loaders::UncheckedCursor>);

template <class Cursor>
void read_words(benchmark::State& state) {
  const std::vector<std::byte> bytes(16384, std::byte{7});
  for (auto _ : state) {
    Cursor cursor(bytes);
    std::uint64_t sum = 0;
    while (go_on(cursor, sizeof(std::uint32_t))) sum += cursor.u32();
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(read_words<loaders::Cursor>);
BENCHMARK(read_words<loaders::UncheckedCursor>);

}  // namespace
