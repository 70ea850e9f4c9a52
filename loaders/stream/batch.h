// Batch: a run of calls with all the memory that they point into.
//
// A loader fills a batch; the player issues its calls and hands it back to be filled again. A batch ends at the end of
// a frame, at kMaxCalls, or at about kMaxBytes. So a trace of any length takes no more memory than a handful of
// batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"

namespace loaders {

struct Batch {
  static constexpr std::size_t kMaxCalls = 4096;
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

  std::vector<Call> calls;
  Arena arena;
  std::vector<std::shared_ptr<const void>> pinned;  // input buffers that values point into without a copy
  std::size_t pinned_bytes = 0;                     // payload bytes of this batch that lie in them

  // Keeps `buffer` alive until clear(), because a value points to `bytes` bytes of it.
  void pin(const std::shared_ptr<const void>& buffer, std::size_t bytes) {
    if (pinned.empty() || pinned.back() != buffer) pinned.push_back(buffer);
    pinned_bytes += bytes;
  }

  // A mark to go back to when a record turns out to be unfinished: rewind() forgets what was stored and pinned since.
  struct Mark {
    Arena::Mark arena;
    std::size_t pinned = 0;
    std::size_t pinned_bytes = 0;
  };
  Mark mark() const { return {arena.mark(), pinned.size(), pinned_bytes}; }
  void rewind(const Mark& mark) {
    arena.rewind(mark.arena);
    pinned.resize(mark.pinned);
    pinned_bytes = mark.pinned_bytes;
  }

  // Bounds the memory of one call. The calls before it in the batch come on top: they have at most kMaxBytes together.
  void set_call_limit(std::uint64_t bytes) { arena.set_limit(static_cast<std::size_t>(bytes) + kMaxBytes); }
  void lift_call_limit() { arena.set_limit(std::numeric_limits<std::size_t>::max()); }

  std::size_t bytes() const { return arena.used() + pinned_bytes; }
  bool full() const { return calls.size() >= kMaxCalls || bytes() >= kMaxBytes; }

  void clear() {
    calls.clear();
    arena.reset();
    pinned.clear();
    pinned_bytes = 0;
  }
};

}  // namespace loaders
