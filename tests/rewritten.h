// Recordings that have been written again in memory, for tests.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "loaders/rewrite.h"

namespace tests {

struct InMemory {
  loaders::Rewritten rewritten;
  std::vector<std::byte> file;
  std::string refused;  // why there is nothing
};

// rewrite() of a file in memory.
InMemory rewrite(std::vector<std::byte> file, const loaders::Edit& edit = {}, loaders::RewriteOptions options = {});

// All calls of a recording of any format, as neutral calls to a file of apitrace; derived calls of functions that only
// loaders have are left out.
std::vector<std::byte> write_neutral_calls(std::vector<std::byte> file);

// The unpacked stream of a file of apitrace.
std::string stream_of(const std::vector<std::byte>& file);

}  // namespace tests
