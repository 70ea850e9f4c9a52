// A short way for what traces mostly consist of: a call that is left as soon as it is entered, in a version with
// threads and by one of the first 128, whose arguments come in order and are numbers, addresses, blobs or arrays of floats. It
// reads them from one end to the other without remembering an open call, and does not even take them apart when they are laid
// out as others of their function (call_template.h). At anything else it stops, without effect, and CallReader takes over, which
// reads everything and to the same result; it also says what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "loaders/apitrace/call_template.h"
#include "loaders/apitrace/signatures.h"
#include "loaders/base/limits.h"
#include "loaders/base/unchecked_cursor.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/batch.h"

namespace loaders::apitrace {

class FastPath {
 public:
  FastPath(const Signatures& signatures, const Limits& limits) : signatures_(signatures), limits_(limits) {}

  // Reads calls from the start of `window`, the first of which is number `number`, until one is not of the common kind,
  // ends a frame or fills the batch. How many bytes that were.
  std::size_t read(const InputWindow& window, std::uint64_t number, Batch& batch);

 private:
  class LeaveCode;
  struct Memory {  // where values live
    Batch& batch;
    const InputWindow& window;
  };
  UncheckedCursor read_alike(UncheckedCursor cursor, LeaveCode& leave, Batch& batch);
  bool read_and_learn(UncheckedCursor& cursor, const LeaveCode& leave, const Memory& memory);
  bool read_call(UncheckedCursor& cursor, const LeaveCode& leave, const Memory& memory) const;
  UncheckedCursor read_arguments(UncheckedCursor cursor, const ValuePlan* plan, const Call& call, Value* value, const Memory& memory) const;
  bool read_value(UncheckedCursor& cursor, Tag tag, const ValuePlan& plan, Value& to, const Memory& memory) const;
  bool read_enum(UncheckedCursor& cursor, const ValuePlan& plan, Value& to) const;
  // The cursor behind the value, which is not a positive number nor a float; one of nothing when it is not of the common kind.
  UncheckedCursor read_other(UncheckedCursor cursor, Tag tag, const ValuePlan& plan, Value& to, const Memory& memory) const;

  const Signatures& signatures_;
  const Limits& limits_;
  CallTemplates templates_;
};

}  // namespace loaders::apitrace
