// RecordProblem: what is malformed in the record that is being read, in words. The cursor over the record says where.
//
// All that read one record share it. They read on after a problem, because a cursor that has failed gives zeros, and
// the record is judged once, at its end (stream/read_record.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "loaders/base/cursor.h"

namespace loaders {

class RecordProblem {
 public:
  // Makes the cursor bad, with this sentence as the reason. Only the first problem of a record is kept, and none that
  // comes up after the bytes have run out: it would be about the zeros that a failed cursor gives.
  void malformed(Cursor& cursor, std::string sentence) {
    if (cursor.ok()) text_ = std::move(sentence);
    cursor.fail();
  }

  // The reason for a cursor that went bad without one: some small readers only call Cursor::fail(). No effect while the
  // cursor is good, and when its bytes ran out.
  void explain(const Cursor& cursor, std::string_view sentence) {
    if (!cursor.ok() && cursor.missing() == 0 && text_.empty()) text_ = sentence;
  }

  // A sentence without its full stop; empty when nothing was malformed.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace loaders
