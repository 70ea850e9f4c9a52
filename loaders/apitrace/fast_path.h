// FastPath reads the calls that traces mostly consist of. Such a call is left as soon as it is entered, in a version
// with threads and by one of the first 128 threads. Its arguments come in order and are numbers, addresses, blobs or
// arrays of floats. The fast path reads such calls from beginning to end without remembering a pending call, and does
// not even parse those whose bytes agree with the last calls of their function (call_template.h). At anything else it
// stops without an effect. Then CallReader goes on, which can read everything, comes to the same result and says what
// is wrong.
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

  // Reads calls from the start of `window`, the first of which has the number `number`. It stops at a call that is not
  // of the common kind, and after one that ends a frame or fills the batch. Returns how many bytes the calls took.
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
  UncheckedCursor read_arguments(UncheckedCursor cursor, const ValuePlan* plan, const Call& call, Value* value,
                                 const Memory& memory) const;
  bool read_value(UncheckedCursor& cursor, Tag tag, const ValuePlan& plan, Value& to, const Memory& memory) const;
  bool read_enum(UncheckedCursor& cursor, const ValuePlan& plan, Value& to) const;
  // Reads a value that is neither a positive number nor a float. Returns the cursor after it, or an empty one when the
  // value is not of the common kind.
  UncheckedCursor read_other(UncheckedCursor cursor, Tag tag, const ValuePlan& plan, Value& to,
                             const Memory& memory) const;

  const Signatures& signatures_;
  const Limits& limits_;
  CallTemplates templates_;
};

}  // namespace loaders::apitrace
