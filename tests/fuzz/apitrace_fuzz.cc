// Streams of apitrace events. The target puts them into a container: in a packed file a changed byte would change
// nothing but what the container's checksum says. Each must also be read as it is event by event, without the loader's
// short ways.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/apitrace_in_full.h"
#include "tests/container_packers.h"
#include "tests/fuzz/read_everything.h"

namespace {

std::vector<std::uint64_t> read_shortly(std::span<const std::byte> file) {
  std::vector<std::uint64_t> digests;
  const loaders::OpenResult opened = loaders::open_trace(loaders::view_source(file), "fuzz");
  if (!opened) return digests;
  loaders::Batch batch;
  while ((*opened)->read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) digests.push_back(tests::digest_of(call, (*opened)->functions()));
  }
  return digests;
}

std::vector<std::uint64_t> read_in_full(const std::string& stream) {
  std::vector<std::uint64_t> digests;
  tests::read_in_full(stream, [&](const loaders::Call& call, const loaders::FunctionTable& functions) {
    digests.push_back(tests::digest_of(call, functions));
  });
  return digests;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kPiece = 4096;
  const std::string stream(reinterpret_cast<const char*>(data), size);
  const std::string packed = tests::pack(loaders::Container::kSnappy, stream, kPiece);
  const auto file = std::as_bytes(std::span(packed));
  tests::read_file(file);
  if (read_shortly(file) != read_in_full(stream)) {
    std::fprintf(stderr, "a source broke its word: the short way reads something else\n");
    std::abort();
  }
  return 0;
}
