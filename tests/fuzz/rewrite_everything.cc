#include "tests/fuzz/rewrite_everything.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/read_everything.h"
#include "tests/rewritten.h"

namespace tests {
namespace {

using Bytes = std::vector<std::byte>;

void require(bool good, const char* what, const std::string& more = {}) {
  if (good) return;
  std::fprintf(stderr, "a writer broke its word: %s %s\n", what, more.c_str());
  std::abort();
}

// A small file can be as long as any, and a limit that the copy is above says nothing about it.
loaders::OpenOptions small_limits() {
  loaders::OpenOptions options;
  options.window_bytes = std::size_t{64} << 10;
  options.limits.stream_bytes = std::uint64_t{8} << 20;
  return options;
}

Reading reading_of(const Bytes& file) {
  loaders::OpenOptions options;
  options.window_bytes = std::size_t{64} << 10;
  return read_everything(loaders::open_trace(loaders::view_source(file), "written", options));
}

struct Copy {
  Bytes file;
  bool is_refused = false, is_sound = false;
};

Copy copy_of(std::span<const std::byte> file, loaders::RewriteOptions options) {
  Copy copy;
  const auto rewritten =
      loaders::rewrite(loaders::view_source(file), "fuzz", loaders::memory_sink(copy.file), {}, options);
  copy.is_refused = !rewritten;
  copy.is_sound = rewritten && !rewritten->damage;
  return copy;
}

bool is_of_apitrace(std::span<const std::byte> file) {
  const auto opened = loaders::open_trace(loaders::view_source(file), "fuzz", small_limits());
  return opened && (*opened)->info().format == "apitrace";
}

Copy checked_copy(std::span<const std::byte> file, const loaders::Lowering& lowering) {
  loaders::RewriteOptions options;
  options.packing = loaders::Packing::kNone;
  options.lowering = lowering;
  options.open = small_limits();
  Copy copy = copy_of(file, options);
  if (copy.is_refused) return copy;
  const Reading reading = reading_of(copy.file);
  require(reading.outcome.empty(), "what is written cannot be read:", reading.outcome);
  return copy;
}

// The calls of a sound recording are those of its copy.
void check_events(std::span<const std::byte> file, const Copy& copy) {
  const Reading before = read_everything(loaders::open_trace(loaders::view_source(file), "fuzz", small_limits()));
  if (!before.outcome.empty() || !copy.is_sound) return;
  const Reading after = reading_of(copy.file);
  require(before.calls == after.calls && before.digest == after.digest, "the copy has other calls");
  loaders::RewriteOptions tiny;
  tiny.packing = loaders::Packing::kNone;
  tiny.open = small_limits();
  tiny.open.window_bytes = 64;
  require(copy_of(file, tiny).file == copy.file, "two windows, two copies");
}

}  // namespace

void rewrite_file(std::span<const std::byte> file) {
  const Copy copy = checked_copy(file, {});
  if (copy.is_refused) return;
  if (is_of_apitrace(file)) check_events(file, copy);
  const Bytes once = write_neutral_calls(copy.file);
  const Bytes twice = write_neutral_calls(once);
  require(reading_of(once).outcome.empty(), "neutral calls that are written cannot be read");
  require(once == twice, "neutral calls are written in another way the second time");
}

void lower_file(std::span<const std::byte> file, const loaders::Lowering& lowering) {
  if (is_of_apitrace(file)) return;
  checked_copy(file, lowering);
}

}  // namespace tests
