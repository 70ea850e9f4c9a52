// Opens a trace of any format. The content of the file decides which format it is; its name and ending mean nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/base/load_error.h"
#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/call_source.h"

namespace loaders {

struct OpenOptions {
  std::size_t window_bytes = InputWindow::kDefaultBytes;  // tests make it tiny
  Limits limits{};
};

// Opens a file, a pipe, or standard input for "-".
OpenResult open_trace(const std::string& path, const OpenOptions& options = {});

// Opens a trace from any source: memory_source(bytes) for tests, fuzzers and benchmarks. Errors call it `name`.
OpenResult open_trace(ByteSource source, const std::string& name, const OpenOptions& options = {});

}  // namespace loaders
