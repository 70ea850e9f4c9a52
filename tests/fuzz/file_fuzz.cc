// Whole files, as people send them: what kind they are is the loader's to find out. They are written again, too.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/read_everything.h"
#include "tests/fuzz/rewrite_everything.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  tests::read_file(file);
  tests::rewrite_file(file);
  return 0;
}
