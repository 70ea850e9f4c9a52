// Files in the container FUZZ_CONTAINER: whatever comes out of it, in pieces of two sizes, and as a trace.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "loaders/container/detect.h"
#include "tests/fuzz/read_everything.h"

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 20;
constexpr const char* kVaries = "(varies)";

bool varies(const std::string& problem) {
  return problem.find("unpacks to more") != std::string::npos || problem.find("is damaged") != std::string::npos;
}

// What came out; what stopped it behind that, unless it was damage: then the room decides how much comes out before it.
std::string unpacked(std::span<const std::byte> packed, std::size_t window_bytes, std::size_t piece) {
  loaders::Limits limits;
  limits.stream_bytes = kMaxBytes;
  auto source = loaders::unpack(loaders::Container::FUZZ_CONTAINER,
                                loaders::InputWindow(loaders::view_source(packed), window_bytes, limits));
  std::string out;
  std::vector<std::byte> into(piece);
  for (;;) {
    const loaders::Result<std::size_t> got = source.read(into);
    if (!got) return varies(got.error().problem) ? kVaries : out + got.error().problem;
    if (*got == 0) return out;
    if (*got > into.size()) std::abort();
    out.append(reinterpret_cast<const char*>(into.data()), *got);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto packed = std::as_bytes(std::span(data, size));
  const std::string whole = unpacked(packed, std::size_t{64} << 10, std::size_t{64} << 10);
  const std::string pieces = unpacked(packed, 64, 1000);
  if (whole != kVaries && pieces != kVaries && whole != pieces) std::abort();
  tests::read_file(packed);
  return 0;
}
