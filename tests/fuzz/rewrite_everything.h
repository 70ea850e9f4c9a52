// What the writers of recordings must keep to, whatever the file that they read. Stops the program (abort) where one of
// them breaks its word.
#pragma once

#include <cstddef>
#include <span>

#include "loaders/rewrite.h"

namespace tests {

// A recording in memory, of any format, is written again:
//   - a copy of a recording of apitrace has the same calls, when the recording is sound, also when windows are tiny;
//   - what is written can be read to its end;
//   - neutral calls that are written, read and written again give the same bytes.
void rewrite_file(std::span<const std::byte> file);

// The same with a lowering, for recordings of other formats. Of what it makes, everything must have a place in a file.
void lower_file(std::span<const std::byte> file, const loaders::Lowering& lowering);

}  // namespace tests
