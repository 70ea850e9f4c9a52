// Output: the stream of an apitrace file that is being written (format.h), always of version 6. Writers of calls and
// copiers of events share it, because ids and the numbers of calls are counted for the file as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loaders/apitrace/format.h"
#include "loaders/base/encoder.h"
#include "loaders/base/result.h"
#include "loaders/container/byte_sink.h"

namespace loaders::apitrace {

using Properties = std::vector<std::pair<std::string, std::string>>;

// An id in the file, and whether its definition has to follow it.
struct IdUse {
  std::uint64_t id = 0;
  bool is_first = false;
};

class Output {
 public:
  explicit Output(ByteSink to) : to_(std::move(to)) {}

  // To be called once, before everything else. The semantic version says how the calls are to be replayed.
  void begin(std::uint64_t semantic_version, const Properties& properties);

  // Where events are appended to; end_event() follows each.
  Encoder& bytes() { return bytes_; }
  void end_event() {
    if (!fresh_functions_.empty()) fresh_functions_.clear();
    ids_before_ = ids_;
    if (bytes_.size() >= kFlushBytes) flush();
  }
  // Takes back the ids that were given out since the last end_event(): an event turned out to be unfinished.
  void undo_event();

  // The number of the next call that is entered.
  std::uint64_t next_number() const { return next_number_; }
  void count_call() { ++next_number_; }

  // The id of the function that has this definition: what follows the id at its first use.
  IdUse function(const std::string& definition);
  std::uint64_t new_enum() { return ids_.enums++; }
  std::uint64_t new_bitmask() { return ids_.bitmasks++; }
  std::uint64_t new_struct() { return ids_.structs++; }
  std::uint64_t new_frame() { return ids_.frames++; }

  // What went wrong so far. After an error nothing more is written, and the calls of this class have no effect.
  const Status& status() const { return status_; }

  // Writes everything that has been kept back; nothing may follow.
  Status finish();

 private:
  static constexpr std::size_t kFlushBytes = std::size_t{64} << 10;
  void flush();

  ByteSink to_;
  Encoder bytes_;
  Status status_;
  std::uint64_t next_number_ = 0;
  std::unordered_map<std::string, std::uint64_t> functions_;
  std::vector<std::string> fresh_functions_;  // of the event that is being written
  struct Ids {                                // the next ones
    std::uint64_t enums = 0, bitmasks = 0, structs = 0, frames = 0;
  };
  Ids ids_, ids_before_;  // before the event that is being written
};

}  // namespace loaders::apitrace
