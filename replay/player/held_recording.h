// HeldRecording: a recording, or its beginning, in memory and ready to be played: read, decoded and with the sizes of
// its windows. So that neither reading nor decoding happens while a replay is measured, and a part can be played again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loaders/base/result.h"
#include "loaders/stream/call_source.h"
#include "replay/player/size_lookahead.h"

namespace replay {

struct HeldFrames {
  std::uint64_t first = 0, last = UINT64_MAX;
};

class HeldRecording {
 public:
  // Reads `source` to its end, or up to frame `repeated.last` when that is played more than once. An error says that
  // the calls take more than `most_bytes`, or that the frames cannot be told apart.
  static loaders::Result<HeldRecording> read(loaders::CallSource& source, const HeldFrames& repeated,
                                             std::uint64_t times, std::uint64_t most_bytes);

  // The next calls to play; null at the end. The frames `repeated` come `times` times.
  const PlannedBatch* next();
  // Whether the batch that next() returned last is the beginning of a repetition: numbers of calls go back there.
  bool went_back() const { return went_back_; }

  std::uint64_t bytes() const { return bytes_; }

 private:
  std::vector<PlannedBatch> batches_;
  std::size_t next_ = 0, first_ = 0, end_ = 0;  // the batches of the repeated frames
  std::uint64_t passes_left_ = 0;
  std::uint64_t bytes_ = 0;
  bool went_back_ = false;
};

}  // namespace replay
