// Recordings of WIP15 and WTF, converted into plain calls (replay/standard_calls).
#include <cstddef>
#include <cstdint>
#include <span>

#include "replay/standard_calls/standard_calls.h"
#include "tests/fuzz/rewrite_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  loaders::OpenOptions options;
  options.limits.stream_bytes = std::uint64_t{8} << 20;
  auto source = loaders::open_trace(loaders::view_source(file), "fuzz", options);
  if (!source) return 0;
  tests::lower_file(file, replay::standard_calls(replay::plan_sizes(**source)));
  return 0;
}
