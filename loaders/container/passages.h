// Passages: parts of a trace that a reader passes over without unpacking them.
//
// Whoever reads a trace for the first time, or has an index of it, knows the places between its calls and the chunks of
// its container. With them a second reader can go on behind a part that nobody needs.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace loaders {

// A chunk of a compressed file.
struct PackedChunk {
  std::uint64_t at = 0;     // in the file; bytes
  std::uint64_t begin = 0;  // in the unpacked stream; bytes
};

// A place in the unpacked stream where no call is open.
struct StreamPlace {
  std::uint64_t offset = 0;       // bytes
  std::uint64_t next_call = 0;    // its number
  std::uint64_t definitions = 0;  // how many came before: a part that defines something has to be read
};

struct Passage {
  StreamPlace from, to;
  PackedChunk chunk;  // that has what comes after `to`. It begins behind the chunk that has `from`
};

class Passages {
 public:
  std::vector<Passage> wanted{};       // to be set before the trace is opened. Sorted, disjoint
  bool collects = false;               // where no passages are wanted: the reader fills the rest
  std::optional<StreamPlace> place{};  // after the batch that was read last. None: reading cannot go on there

  // The chunks that have been begun. Any thread may call these.
  void add(const PackedChunk& chunk) {
    const std::lock_guard lock(mutex_);
    chunks_.push_back(chunk);
  }
  std::vector<PackedChunk> chunks() const {
    const std::lock_guard lock(mutex_);
    return chunks_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<PackedChunk> chunks_;
};

}  // namespace loaders
