// Opens a trace of any format. The content of the file decides which format it is; its name and ending mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
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
  // Whether a large file may be unpacked by a thread of its own, which lives as long as the CallSource. A process that
  // forks to go on in the child must not allow it.
  bool may_unpack_ahead = false;
  // What is passed over, or filled with what others need to pass over parts (apitrace files that Snappy packed). It has
  // to live as long as the CallSource.
  std::shared_ptr<Passages> passages{};
  // Called with how many bytes of the file have been read, by whatever thread reads it. May be empty.
  std::function<void(std::uint64_t bytes)> on_read{};
};

// A format that can be opened, for people: "apitrace", "0 to 6".
struct FormatName {
  const char* name;
  const char* versions;
};
std::span<const FormatName> known_formats();

// Opens a file, a pipe, or standard input for "-".
OpenResult open_trace(const std::string& path, const OpenOptions& options = {});

// Whether a file, at whose start `window` is, is apitrace's or of no known format: one of apitrace's containers has no
// magic number. Reads what it has to of the window, and takes nothing from it.
bool holds_apitrace(InputWindow& window);

// Opens a trace at whose start `window` is.
OpenResult open_trace(InputWindow window, const std::string& name);

// Opens a trace from any source: memory_source(bytes) for tests, fuzzers and benchmarks. Errors call it `name`.
OpenResult open_trace(ByteSource source, const std::string& name, const OpenOptions& options = {});

}  // namespace loaders
