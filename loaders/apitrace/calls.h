// Reads apitrace events and makes calls of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loaders/apitrace/fast_path.h"
#include "loaders/apitrace/pending_calls.h"
#include "loaders/apitrace/signatures.h"
#include "loaders/apitrace/values.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"
#include "loaders/stream/tally.h"

namespace loaders::apitrace {

class CallReader {
 public:
  CallReader(FunctionTable& table, RecordProblem& problem, const Limits& limits)
      : table_(table),
        limits_(limits),
        problem_(problem),
        signatures_(table, problem_, limits),
        values_(signatures_, problem_, limits),
        fast_path_(signatures_, limits),
        open_(table) {}

  void set_dialect(const Dialect& dialect) {
    dialect_ = dialect;
    signatures_.set_dialect(dialect);
  }

  // Reads the calls of the common kind that `window` starts with into `batch`, and returns how many bytes they took.
  // After 0, read() has to read the next event.
  std::size_t read_on_fast_path(Batch& batch, const InputWindow& window);

  // Reads the event that `window` starts with. When it completes a call, the call goes into `batch`. When the cursor is
  // bad afterwards, undo() takes back what the event has changed here; the caller rewinds the batch.
  void read(Cursor& cursor, Batch& batch, const InputWindow& window);
  void undo();

  // To be called before `batch` with all its memory is handed over.
  void keep_pending_calls(const Batch& batch) { open_.keep(batch); }

  // To be called after the last event: calls that were not left are delivered without their results.
  void deliver_incomplete(Batch& batch);

  // After undo(): the number of the call, and what was being read.
  std::uint64_t number() const { return number_; }
  std::uint64_t next_number() const { return next_number_; }
  const std::string& section() const { return section_; }

  bool has_open_calls() const { return open_.size() > 0; }
  std::uint64_t definitions() const { return signatures_.definitions(); }
  // Calls before this one are not read.
  void go_on_with(std::uint64_t number) { next_number_ = number; }

  void append_warnings(std::vector<std::string>& warnings) const;

 private:
  void read_enter(Cursor& cursor, Batch& batch);
  void read_leave(Cursor& cursor, Batch& batch, std::uint64_t offset);
  void read_unknown_leave(Cursor& cursor, Batch& batch, std::uint64_t offset);
  void remember(PendingCall& call);
  void read_details(Cursor& cursor, Batch& batch, PendingCall& call);
  void read_argument(Cursor& cursor, Batch& batch, PendingCall& call);
  void make_room(Batch& batch, PendingCall& call, std::size_t argc);
  void read_thread(Cursor& cursor, PendingCall& call);
  void read_backtrace(Cursor& cursor, Batch& batch, PendingCall& call);
  std::string describe_event() const;
  void unknown_detail(Cursor& cursor, Detail detail);

  FunctionTable& table_;
  const Limits& limits_;
  RecordProblem& problem_;
  Dialect dialect_;
  Signatures signatures_;
  ValueReader values_;
  FastPath fast_path_;
  PendingCalls open_;
  std::uint64_t next_number_ = 0;

  // The event that is being read.
  Event event_ = Event::kEnter;
  std::uint64_t number_ = 0;
  const Function* function_ = nullptr;
  PendingCall* changed_ = nullptr;    // the call that the event leaves, if it has details about it
  Call call_before_;                  // `changed_` as it was before the event
  Value* place_before_ = nullptr;     // where its values were
  std::vector<Value> values_before_;  // and what they were
  Value backtrace_before_;

  std::string section_;
  Tally unknown_leaves_;
  std::string first_incomplete_;
  std::size_t incomplete_ = 0;
};

}  // namespace loaders::apitrace
