// Whole files, as people send them: what kind they are is the loader's to find out.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/read_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tests::read_file(std::as_bytes(std::span(data, size)));
  return 0;
}
