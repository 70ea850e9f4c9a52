// The functions that a WIP15 file declares, and what becomes of each of their values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/base/cursor.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"
#include "loaders/stream/value_plan.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

// The type of a value in the file, and the plan for such values.
struct Type {
  Base base = Base::kVoid;
  bool has_group = false;
  bool is_array = false;
  ValuePlan plan;
  bool is_lost = false;  // writers store something else than what the program gave: it is taken as NULL

  void set_target(Target wanted);
};

// Functions whose calls have extras that become derived calls, see extras.h.
enum class Role : std::uint8_t { kPlain, kUnmapBuffer, kUnmapNamedBuffer, kMakeCurrent, kLinkProgram, kCreateProgram };

struct Function {
  Call call;  // what all its calls have in common
  Role role = Role::kPlain;
  std::vector<Type> values;  // the declared arguments, then, if call.has_result, the result

  std::span<const Type> args() const { return {values.data(), values.size() - call.has_result}; }
};

class Declarations {
 public:
  explicit Declarations(const Limits& limits) : limits_(limits) {}

  // Reads what follows Opcode::kDeclareFunction.
  void read_function(Cursor& cursor, const Dialect& dialect, FunctionTable& table, RecordProblem& problem);

  // nullptr when the file has not declared it.
  const Function* find(std::uint32_t index) const {
    return index < functions_.size() ? functions_[index].get() : nullptr;
  }

 private:
  const Limits& limits_;
  std::vector<std::unique_ptr<Function>> functions_;  // by the file's index, with gaps
  std::uint64_t bytes_ = 0;                           // the memory of the declarations that are kept
};

// Reads a type, without its plan. A base that does not exist makes the cursor bad.
Type read_type(Cursor& cursor);

// Skips what follows Opcode::kDeclareGroup: replay does not need it.
void skip_group(Cursor& cursor, const Dialect& dialect);

// A declaration as the file has it, not matched to GL yet. Only the errors of writers are corrected.
struct Declaration {
  std::uint32_t index = 0;
  std::string_view name;
  Type result;
  std::vector<Type> args;
};
Declaration read_declaration(Cursor& cursor, const Dialect& dialect, const Limits& limits, RecordProblem& problem);

}  // namespace loaders::wip15
