// The events of chunked files, binary or JSON.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "loaders/base/cursor.h"
#include "loaders/stream/batch.h"
#include "loaders/wtf/aligned_values.h"
#include "loaders/wtf/binary_chunks.h"
#include "loaders/wtf/definitions.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/json_chunks.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

class ChunkedEvents {
 public:
  // Reads up to the first chunk with events, so that `header` is known.
  ChunkedEvents(std::variant<BinaryChunks, JsonChunks> chunks, FileHeader& header, Definitions& definitions,
                Report& report);

  // Reads the next event; false at the end. An event that cannot be read is reported, and reading goes on with the next
  // chunk.
  bool next(Event& event, Batch& batch);

 private:
  bool read_event(Event& event, Batch& batch);
  bool next_chunk();
  void fail(const EventType* type, std::uint64_t id, std::uint64_t offset);

  std::variant<BinaryChunks, JsonChunks> chunks_;
  FileHeader& header_;
  Definitions& definitions_;
  Report& report_;
  AlignedValues values_;
  std::shared_ptr<const EventChunk> chunk_;
  Cursor cursor_;  // over the events of chunk_
};

}  // namespace loaders::wtf
