// read_record(): the loop that reads one record, however much of it the window holds.
//
//     const auto read = read_record(window, problem, [&](Cursor& cursor) { parse(cursor); }, [&] { batch.rewind(mark);
//     }); if (!read) return fail(read.error());
//
// Records have no length in front, so a parser finds out that bytes are missing when it runs into the end of the
// window. Then all that it has done is undone, the window is filled with what it lacked, and it starts again.
#pragma once

#include <cstdint>
#include <string>

#include "loaders/base/cursor.h"
#include "loaders/base/record_problem.h"
#include "loaders/base/result.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/arena.h"

namespace loaders {

// Why a record cannot be read.
struct RecordFailure {
  Error error;
  std::uint64_t at = 0;  // the byte of the stream where the read began that failed

  // The problem, and its place unless the file merely ends: "thread 70000 (at byte 1234)".
  std::string sentence() const;
};

// The failure of a record that `cursor` could not be moved past; `wanted` bytes could not be had.
RecordFailure record_failure(const InputWindow& window, const Cursor& cursor, RecordProblem& problem,
                             std::uint64_t wanted);

std::string too_large_a_call(const Limits& limits);

// Calls parse(cursor) with a cursor at the start of `window`, and moves the window past what it has read. When the
// cursor is bad afterwards, undo() takes back what parse() has changed. Inlined, because this loop goes around every
// call of a trace.
template <class Parse, class Undo>
[[gnu::always_inline]] inline Result<void, RecordFailure> read_record(InputWindow& window, RecordProblem& problem,
                                                                      const Parse& parse, const Undo& undo) {
  for (;;) {
    Cursor cursor(window.bytes());
    try {
      parse(cursor);
    } catch (const ArenaLimitReached&) {
      problem.malformed(cursor, too_large_a_call(window.limits()));
    }
    if (cursor.ok()) [[likely]] {
      window.consume(cursor.offset());
      return {};
    }
    undo();
    const std::uint64_t wanted = window.wanted_for(cursor.missing());
    if (cursor.missing() == 0 || !window.fill(wanted)) return record_failure(window, cursor, problem, wanted);
  }
}

}  // namespace loaders
