// Opening a trace, whatever its format. By content: names and endings of files mean nothing.
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

// A source of calls, or the reason why there is none.
using OpenResult = Result<std::unique_ptr<CallSource>, LoadError>;

struct OpenOptions {
  std::size_t window_bytes = InputWindow::kDefaultBytes;  // tests make it tiny
  Limits limits{};
};

// A file, a pipe, or "-" for standard input.
OpenResult open_trace(const std::string& path, const OpenOptions& options = {});

// From anywhere: memory_source(bytes) for tests, fuzzers and benchmarks. `name` is what errors call it.
OpenResult open_trace(ByteSource source, const std::string& name, const OpenOptions& options = {});

}  // namespace loaders
