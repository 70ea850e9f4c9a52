// A short way for what traces mostly consist of: a call that is left as soon as it is entered, in a version with
// threads, whose arguments come in order and are numbers, addresses, blobs or arrays of floats. It reads them from one
// end to the other without remembering an open call. At anything else it stops, without effect, and CallReader takes
// over, which reads everything and to the same result; it also says what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "loaders/apitrace/signatures.h"
#include "loaders/base/limits.h"
#include "loaders/base/quick_cursor.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/batch.h"

namespace loaders::apitrace {

class QuickCalls {
 public:
  QuickCalls(const Signatures& signatures, const Limits& limits) : signatures_(signatures), limits_(limits) {}

  // Reads calls from the start of `window`, the first of which is number `number`, until one is not of the common kind,
  // ends a frame or fills the batch. How many bytes that were.
  std::size_t read(const InputWindow& window, std::uint64_t number, Batch& batch) const;

 private:
  bool read_call(QuickCursor& cursor, std::uint64_t number, Batch& batch, const InputWindow& window) const;
  bool read_arguments(QuickCursor& cursor, const Function& function, Call& call, Value* values, Batch& batch,
                      const InputWindow& window) const;
  bool read_value(QuickCursor& cursor, Tag tag, const Place& place, Value& to, Batch& batch,
                  const InputWindow& window) const;
  bool read_enum(QuickCursor& cursor, const Place& place, Value& to) const;

  const Signatures& signatures_;
  const Limits& limits_;
};

}  // namespace loaders::apitrace
