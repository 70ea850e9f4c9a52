// Reads the values of WIP15 calls into the memory of a batch.
#pragma once

#include <cstdint>
#include <span>

#include "loaders/base/cursor.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"
#include "loaders/container/block.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/batch.h"
#include "loaders/stream/tally.h"
#include "loaders/stream/value.h"
#include "loaders/wip15/declarations.h"

namespace loaders::wip15 {

// A Data value as the file has it.
struct Block {
  Compression method = Compression::kNone;
  std::uint32_t size = 0;
  std::span<const std::byte> packed;
};
Block read_block(Cursor& cursor);

// Reads the values of one record after the other.
class ValueReader {
 public:
  ValueReader(RecordProblem& problem, const Limits& limits) : problem_(problem), limits_(limits) {}

  // The values of the next record, with which `window` starts, live in `batch`. Large blobs that are not compressed
  // stay in the buffer of the window.
  void begin_record(Batch& batch, const InputWindow& window) {
    batch_ = &batch;
    window_ = &window;
  }

  void set_dialect(const Dialect& dialect) { dialect_ = dialect; }

  // Reads one value for each of `types`, and writes them one after the other.
  void read_all(Cursor& cursor, std::span<const Type> types, Value* to);

  // Unpacks a block into a blob. A block that cannot be unpacked is counted, and gives null.
  Value unpack(const Block& block, std::uint64_t offset_in_record);

  const Tally& unreadable_blocks() const { return unreadable_blocks_; }

 private:
  Value read(Cursor& cursor, const Type& type);
  std::uint64_t read_integer(Cursor& cursor, Base base);
  Value read_any(Cursor& cursor, const Type& type);
  Value read_variant(Cursor& cursor, Target target);
  Value read_single(Cursor& cursor, Base base);
  Value read_string(Cursor& cursor);
  Value read_array(Cursor& cursor, const Type& type);
  void read_packed(Cursor& cursor, Base base, Elem elem, std::byte* to, std::uint32_t count);
  Value read_listed(Cursor& cursor, Base base, std::uint32_t count);

  RecordProblem& problem_;
  const Limits& limits_;
  Dialect dialect_;
  BlockDecoder decoder_;
  Batch* batch_ = nullptr;
  const InputWindow* window_ = nullptr;
  Tally unreadable_blocks_;
};

}  // namespace loaders::wip15
