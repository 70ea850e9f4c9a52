#include "loaders/stream/read_record.h"

#include <fmt/format.h>

namespace loaders {

std::string RecordFailure::sentence() const {
  return error.damage == Damage::kCorrupt ? fmt::format("{} (at byte {})", error.problem, at) : error.problem;
}

RecordFailure record_failure(const InputWindow& window, const Cursor& cursor, RecordProblem& problem,
                             std::uint64_t wanted) {
  const std::uint64_t at = window.offset() + cursor.failed_at();
  if (cursor.missing() > 0) return {window.shortage(wanted, at), at};
  problem.explain(cursor, "an integer of more than 64 bits");  // the only thing that a cursor refuses by itself
  return {Error{problem.text()}, at};
}

std::string too_large_a_call(const Limits& limits) {
  return "the call takes more than " + limits.option(&Limits::call_bytes);
}

}  // namespace loaders
