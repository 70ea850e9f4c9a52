// EventChunk: a run of events with the strings that they refer to, wherever it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "loaders/wtf/string_table.h"

namespace loaders::wtf {

// Events point into it: batches that hold such events pin it.
struct EventChunk {
  StringTable strings;
  std::span<const std::byte> events;
  std::vector<std::byte> decoded;      // the memory of `events`, or
  std::shared_ptr<const void> buffer;  // the input buffer that they lie in

  std::uint64_t offset = 0;  // of the first event, in the file or, for decoded ones, from the start of them
  std::string where;         // of decoded events: " in the decoded events of the chunk at byte 123"
  bool cut = false;          // the end of the events is missing, which is reported apart
};

}  // namespace loaders::wtf
