// CallSource: the seam between file formats and everything else. `replay` sees a trace only through it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/base/load_error.h"
#include "loaders/stream/batch.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

// What the file says of itself, known after opening.
struct TraceInfo {
  std::string file;                                            // as given
  std::string format;                                          // "WIP15"
  std::string version;                                         // "0.0a, raw 8-byte integers"
  std::string container;                                       // "none", "snappy", ...
  std::optional<std::uint64_t> file_size;                       // bytes; of pipes, which can be read once, nobody knows it
  std::vector<std::pair<std::string, std::string>> properties;  // names as in the file
};

enum class ReadStatus {
  kBatch,  // the batch holds at least one call
  kEnd,    // no more calls; error() says whether the file ended as it should
};

class CallSource {
 public:
  virtual ~CallSource() = default;

  virtual const TraceInfo& info() const = 0;

  // Clears `batch` and fills it with the next calls. Called from one thread at a time, which need not be the one that uses
  // functions() or a batch that was read earlier. Never throws for what a file contains.
  virtual ReadStatus read(Batch& batch) = 0;

  // After kEnd: what stopped the reading, if it was not the proper end of the file.
  virtual const std::optional<LoadError>& error() const = 0;

  // Non-fatal findings so far, each once: "12 zlib blocks hold no zlib data (first at byte 345)". Read it after kEnd.
  virtual const std::vector<std::string>& warnings() const = 0;

  // The functions that the file declared; Call::recorded indexes it. Safe to use for calls of a batch while the next one is
  // being read on another thread.
  virtual const FunctionTable& functions() const = 0;

  // After kEnd: what the format tells of the whole recording and calls do not show, for people to read: (name, value)
  // in the order to print them.
  virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
};

}  // namespace loaders
