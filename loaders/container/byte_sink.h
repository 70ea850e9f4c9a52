// ByteSink: where bytes go, one piece after another. It is a file, memory, or a compressor that has a sink of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "loaders/base/result.h"

namespace loaders {

struct ByteSink {
  // Takes all of `bytes`, or says why it cannot. After an error nothing more may be written.
  std::function<Status(std::span<const std::byte> bytes)> write;
  // Writes what the sink has kept back so far. To be called once, after the last write().
  std::function<Status()> finish;
};

// Appends to `bytes`, which must outlive the sink.
inline ByteSink memory_sink(std::vector<std::byte>& bytes) {
  ByteSink sink;
  sink.write = [&bytes](std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return Status();
  };
  sink.finish = [] { return Status(); };
  return sink;
}

}  // namespace loaders
