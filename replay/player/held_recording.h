// HeldRecording: a recording, or its beginning, in memory and ready to be played: read, decoded and with the sizes of
// its windows. So that neither reading nor decoding happens while a replay is measured, and a part can be played again.
//
// Of a recording that takes too much memory, as much as may be held is read in advance. When half of that is played,
// more is read between two frames, and whoever measures is told (Refilling).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "loaders/base/result.h"
#include "loaders/stream/call_source.h"
#include "replay/player/size_lookahead.h"

namespace replay {

struct HeldFrames {
  std::uint64_t first = 0, last = UINT64_MAX;
};

// What is called before and after more is read. Either may be empty.
struct Refilling {
  std::function<void()> begins, ends;
};

class HeldRecording {
 public:
  // Reads `source` to its end, up to frame `repeated.last` when that is played more than once, or up to `most_bytes`.
  // An error says that the frames cannot be told apart, or that those to repeat take more. The source is borrowed.
  static loaders::Result<HeldRecording> read(loaders::CallSource& source, const HeldFrames& repeated,
                                             std::uint64_t times, std::uint64_t most_bytes);
  void tell_refills(Refilling refilling) { refilling_ = std::move(refilling); }

  // The next calls to play; null at the end. The frames `repeated` come `times` times. Throws CannotJudge when a frame
  // takes more than may be held.
  const PlannedBatch* next();
  // Whether the batch that next() returned last is the beginning of a repetition: numbers of calls go back there.
  bool went_back() const { return went_back_; }

  std::uint64_t bytes() const { return bytes_; }

 private:
  loaders::Status read_more(std::uint64_t times);
  bool needs_more() const;
  void refill();

  loaders::CallSource* source_ = nullptr;
  SizeLookahead lookahead_;
  HeldFrames repeated_;
  std::uint64_t most_bytes_ = 0, played_bytes_ = 0;
  std::uint64_t frames_ = 0, read_ = 0;  // read_: batches
  bool is_whole_ = false;                // all that is to be played has been read
  Refilling refilling_;
  std::vector<PlannedBatch> batches_;
  std::size_t next_ = 0, first_ = 0, end_ = 0;  // the batches of the repeated frames
  std::uint64_t passes_left_ = 0;
  std::uint64_t bytes_ = 0;
  bool went_back_ = false;
};

}  // namespace replay
