// CallSource: the interface between file formats and everything else. `replay` sees a trace only through it.
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
  std::string file;                                             // as given
  std::string format;                                           // "WIP15"
  std::string version;                                          // "0.0a, raw 8-byte integers"
  std::string container;                                        // "none", "snappy", ...
  std::optional<std::uint64_t> file_size;                       // bytes; not known of pipes
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

  // Clears `batch` and fills it with the next calls. Only one thread at a time may call it. Another thread may use
  // functions() and the batches that were read before. It never throws because of what a file contains.
  virtual ReadStatus read(Batch& batch) = 0;

  // After kEnd: what stopped the reading, unless it was the proper end of the file.
  virtual const std::optional<LoadError>& error() const = 0;

  // What is wrong with the file without stopping the reading: "12 zlib blocks hold no zlib data (first at byte 345)".
  // Read it after kEnd.
  virtual const std::vector<std::string>& warnings() const = 0;

  // The functions that the file declares; Call::recorded indexes the table. It may be used for the calls of a batch
  // while the next batch is being read on another thread.
  virtual const FunctionTable& functions() const = 0;

  // After kEnd: facts about the whole recording that the calls do not show, for people to read. They are pairs of name
  // and value, in the order to print them.
  virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
};

// What opening a trace of any format gives: a source of its calls, or the reason why there is none.
using OpenResult = Result<std::unique_ptr<CallSource>, LoadError>;

}  // namespace loaders
