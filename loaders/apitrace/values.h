// Reads the values of apitrace calls into the memory of a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loaders/apitrace/signatures.h"
#include "loaders/base/cursor.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/batch.h"
#include "loaders/stream/value.h"

namespace loaders::apitrace {

// Reads the values of one event after the other. On malformed input the cursor goes bad and the problem says why.
class ValueReader {
 public:
  ValueReader(Signatures& signatures, RecordProblem& problem, const Limits& limits)
      : signatures_(signatures),
        problem_(problem),
        limits_(limits) {}

  // The values of the next event, with which `window` starts, live in `batch`; large blobs stay in the buffer of the
  // window.
  void begin_event(Batch& batch, const InputWindow& window) {
    batch_ = &batch;
    window_ = &window;
    depth_ = 0;
    listed_.clear();
  }

  // Reads the next value, in the form that `plan` wants.
  Value read(Cursor& cursor, const ValuePlan& plan);

 private:
  Value integer(const ValuePlan& plan, std::uint64_t bits, bool negative);
  Value read_other(Cursor& cursor, Tag tag, const ValuePlan& plan);

  Value read_string(Cursor& cursor);
  Value read_blob(Cursor& cursor);
  Value read_wide_string(Cursor& cursor);
  Value read_repr(Cursor& cursor, const ValuePlan& plan);
  Value read_array(Cursor& cursor, const ValuePlan& plan);
  Value read_packed_array(Cursor& cursor, Elem elem, std::uint64_t count);
  std::uint64_t read_packed(Cursor& cursor, Elem elem, std::byte* to, std::uint64_t count);
  void read_elements(Cursor& cursor, std::uint64_t count);
  Value list_from(std::size_t first);
  Value list_of_pointers_from(std::size_t first);
  Value packed_from(std::size_t first);
  bool enter(Cursor& cursor);
  bool has_room(Cursor& cursor);
  bool within(Cursor& cursor, std::uint64_t count, std::uint64_t Limits::*limit, const char* what);

  Signatures& signatures_;
  RecordProblem& problem_;
  const Limits& limits_;
  Batch* batch_ = nullptr;
  const InputWindow* window_ = nullptr;
  unsigned depth_ = 0;
  std::vector<Value> listed_;  // the elements of all arrays and structs that are being read
};

}  // namespace loaders::apitrace
