// StoredRecording: the calls of a recording in memory, so that parts of it can be played again and again without
// reading the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "loaders/stream/call_source.h"

namespace replay {

// An entry is a call of the recording with the derived calls that belong to it. Candidates keep or drop whole entries.
using EntryIndex = std::uint32_t;

class StoredRecording {
 public:
  // Reads `source` up to and including call `last`, or to its end. Whoever gets this owns the source, whose table of
  // functions the calls refer to. `wanted`, by entry: of other entries only the number is stored; null: all are wanted.
  StoredRecording(std::unique_ptr<loaders::CallSource> source, std::optional<std::uint64_t> last,
                  const std::vector<bool>* wanted = nullptr);

  std::size_t entries() const { return begins_.size(); }
  // The calls of an entry, in the order of the file.
  std::span<const loaders::Call> calls(EntryIndex entry) const {
    const std::size_t end = entry + std::size_t{1} < begins_.size() ? begins_[entry + 1] : calls_.size();
    return std::span(calls_).subspan(begins_[entry], end - begins_[entry]);
  }
  // The recorded call itself; the first derived one when there is no other. Precondition: the entry is stored.
  const loaders::Call& call(EntryIndex entry) const;
  std::uint64_t number(EntryIndex entry) const { return numbers_[entry]; }
  // The entry of a call number; nothing when the recording has none.
  std::optional<EntryIndex> entry_of(std::uint64_t number) const;

  const loaders::CallSource& source() const { return *source_; }

 private:
  std::unique_ptr<loaders::CallSource> source_;
  std::vector<std::unique_ptr<loaders::Batch>> batches_;  // what the calls point into
  std::vector<loaders::Call> calls_;
  std::vector<std::size_t> begins_;     // by entry: its first call
  std::vector<std::uint64_t> numbers_;  // by entry
};

}  // namespace replay
