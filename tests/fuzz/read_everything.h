// What the most curious reader of a trace does, for fuzz targets: every batch, every value, every byte of it, as text
// and as JSON, and once more after the loader has read on. Stops the program (abort) where a source breaks its word;
// what reads memory that it should not is the sanitizers' business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "loaders/open.h"

namespace tests {

// Of all that was recorded of one call.
std::uint64_t digest_of(const loaders::Call& call, const loaders::FunctionTable& functions);

struct Reading {
  std::uint64_t calls = 0;
  std::uint64_t digest = 0;  // of all that was recorded
  std::string outcome;       // error, or why there is no source; "" when it was read to its end
};

// `opened` may be an error. Checks of each batch:
//   - it has a call, and each call has a function that was declared and at least the arguments of the GL function;
//   - a string has its NUL;
//   - what it holds is the same after later batches have been read: nothing in it lies in memory that is used again.
Reading read_everything(loaders::OpenResult opened);

// `open` with windows of two sizes must give the same reading: where a record crosses the end of a window says nothing.
// Damaged compressed streams are left out: what their decoders save depends on the room that they are given.
void read_in_windows(const std::function<loaders::OpenResult(const loaders::OpenOptions&)>& open);

// A whole file, as it would be replayed, in windows of two sizes.
void read_file(std::span<const std::byte> file);

}  // namespace tests
