// What an apitrace stream defines where it is first used: functions, enums, bit masks, structs and stack frames.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loaders/apitrace/format.h"
#include "loaders/base/cursor.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"
#include "loaders/stream/value_plan.h"

namespace loaders::apitrace {

struct Function {
  std::string name;
  Call call;                         // what all its calls have in common
  std::vector<ValuePlan> arguments;  // call.argc of them
  ValuePlan result;
};

// Reads ids, and the definitions that follow them at their first use. After a complete event, commit() keeps its
// definitions. When the event turns out to be unfinished, rollback() forgets them, because they are read again with the
// event.
class Signatures {
 public:
  Signatures(FunctionTable& table, RecordProblem& problem, const Limits& limits)
      : table_(table),
        problem_(problem),
        limits_(limits) {}

  void set_dialect(const Dialect& dialect) { dialect_ = dialect; }
  const Dialect& dialect() const { return dialect_; }

  // Look-ups in what has been defined so far.
  const Function* find_function(std::uint64_t id) const {
    return id < functions_.size() ? functions_[id].get() : nullptr;
  }
  bool knows_enum(std::uint64_t id) const { return id < enums_.size() && enums_[id].defined; }
  bool knows_bitmask(std::uint64_t id) const { return id < bitmasks_.size() && bitmasks_[id] != 0; }

  // Reads the function of a call; nullptr, and a bad cursor, when it cannot be read.
  const Function* read_function(Cursor& cursor) {
    const std::uint64_t id = cursor.uleb128();
    const Function* function = cursor.ok() ? find_function(id) : nullptr;
    return function != nullptr ? function : define_function(cursor, id);
  }

  // Reads an enum and returns the bits of its value, sign-extended; `negative` says whether they have a sign.
  std::uint64_t read_enum(Cursor& cursor, bool& negative);

  // Reads what stands before the value of a bit mask.
  void read_bitmask(Cursor& cursor);

  // Reads what stands before the members of a struct, and returns how many there are.
  std::uint64_t read_struct(Cursor& cursor);

  // Reads a stack frame as text in `arena`: "libfoo.so: foo (foo.c:12) +0x1234".
  Value read_frame(Cursor& cursor, Arena& arena);

  void commit() {
    if (!fresh_.empty()) [[unlikely]]
      keep_fresh();
  }
  void rollback();

  // How many there were so far.
  std::uint64_t definitions() const { return definitions_; }

 private:
  enum class Kind : std::uint8_t { kFunction, kEnum, kBitmask, kStruct, kFrame };
  struct Fresh {
    Kind kind;
    std::uint64_t id;
  };
  struct EnumUse {
    bool defined = false;
    bool negative = false;
    std::uint64_t bits = 0;  // before version 3
  };

  const Function* define_function(Cursor& cursor, std::uint64_t id);
  void keep_fresh();
  void define_enum(Cursor& cursor, std::uint64_t id);
  std::uint64_t read_integer(Cursor& cursor, bool& negative);
  void skip_entries(Cursor& cursor, bool tagged);
  std::string read_name(Cursor& cursor);
  std::string read_frame_text(Cursor& cursor);
  std::uint64_t read_count(Cursor& cursor, std::uint64_t most, const char* what);

  // Makes room for `id` in `table` and notes that it is new. False when it is too large to be one.
  template <class Table>
  bool make_room(Cursor& cursor, Table& table, Kind kind, std::uint64_t id);

  FunctionTable& table_;
  RecordProblem& problem_;
  const Limits& limits_;
  Dialect dialect_;
  std::vector<std::unique_ptr<Function>> functions_;  // by the ids of the file, with gaps, as are the tables below
  std::vector<EnumUse> enums_;
  std::vector<std::uint8_t> bitmasks_;              // 1: defined
  std::vector<std::uint32_t> structs_;              // members + 1; 0: not defined
  std::vector<std::optional<std::string>> frames_;  // as text
  std::vector<Fresh> fresh_;                        // defined by the event that is being read
  RecordedFunction fresh_function_;                 // an event defines one function at most
  std::uint64_t definition_bytes_ = 0, definitions_ = 0;
};

}  // namespace loaders::apitrace
