// Streams of apitrace events. The target puts them into a container: in a packed file a changed byte would change nothing but
// what the container's checksum says.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/container_packers.h"
#include "tests/fuzz/read_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kPiece = 4096;
  const std::string stream(reinterpret_cast<const char*>(data), size);
  const std::string file = tests::pack(loaders::Container::kSnappy, stream, kPiece);
  tests::read_file(std::as_bytes(std::span(file)));
  return 0;
}
