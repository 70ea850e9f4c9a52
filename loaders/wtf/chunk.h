// EventChunk: a run of events and the strings that they refer to, from any kind of chunked file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "loaders/wtf/string_table.h"

namespace loaders::wtf {

// Events point into their chunk, so batches that hold such events pin it.
struct EventChunk {
  StringTable strings;
  std::span<const std::byte> events;
  std::vector<std::byte> decoded;      // the memory of `events`, if they had to be decoded
  std::shared_ptr<const void> buffer;  // otherwise: the input buffer that they lie in

  std::uint64_t offset = 0;  // of the first event: in the file, or in `decoded`
  std::string where;         // for decoded events: " in the decoded events of the chunk at byte 123"
  bool cut = false;          // the end of the events is missing, which BinaryChunks or JsonChunks reports
};

}  // namespace loaders::wtf
