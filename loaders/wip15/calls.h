// Reads WIP15 calls: arguments, result and extras, in that order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loaders/wip15/declarations.h"
#include "loaders/wip15/extras.h"
#include "loaders/wip15/values.h"

namespace loaders::wip15 {

class CallReader {
 public:
  CallReader(const Declarations& declarations, FunctionTable& table, RecordProblem& problem, const Limits& limits)
      : declarations_(declarations),
        table_(table),
        problem_(problem),
        values_(problem, limits),
        extras_(table) {}

  void set_dialect(const Dialect& dialect) { values_.set_dialect(dialect); }

  // Reads what follows Opcode::kCall, and puts the call and its derived calls into `batch`. `window` starts with the
  // record. When the cursor is bad afterwards, no call was added.
  void read(Cursor& cursor, Batch& batch, const InputWindow& window);

  std::uint64_t complete_calls() const { return next_number_; }

  // After a read that failed: "call of glClear".
  std::string section() const;

  void append_warnings(std::vector<std::string>& warnings) const;

 private:
  Value* read_values(Cursor& cursor, const Function& function, Batch& batch);
  void read_extras(Cursor& cursor, std::uint32_t count, std::uint64_t offset);

  const Declarations& declarations_;
  const FunctionTable& table_;
  RecordProblem& problem_;
  ValueReader values_;
  Extras extras_;
  const Function* function_ = nullptr;  // the one that the current record calls
  std::uint64_t next_number_ = 0;
};

}  // namespace loaders::wip15
