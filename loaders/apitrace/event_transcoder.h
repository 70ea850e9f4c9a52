// EventTranscoder: reads the details of an event of an apitrace file of any version, and writes them again for a file
// of version 6 with ids of its own. Everything but ids and what older versions have in another form is copied as it is:
// values, flags, backtraces, names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "loaders/apitrace/definitions.h"
#include "loaders/apitrace/format.h"
#include "loaders/apitrace/output.h"
#include "loaders/base/cursor.h"
#include "loaders/base/encoder.h"
#include "loaders/base/limits.h"
#include "loaders/base/record_problem.h"

namespace loaders::apitrace {

class EventTranscoder {
 public:
  // `splits_enums`: the copy has few calls, and so few values of each enum. A large table of names is then written as
  // one table for each value that is used.
  EventTranscoder(Output& output, RecordProblem& problem, const Limits& limits, const Dialect& dialect,
                  bool splits_enums)
      : splits_enums_(splits_enums),
        output_(output),
        problem_(problem),
        limits_(limits),
        dialect_(dialect) {}

  // Begins an event. Unless it `is_kept`, nothing is written, and only the definitions in it are remembered.
  void begin(bool is_kept);

  // Reads the function of a call.
  void function(Cursor& cursor);
  // Reads all details up to their end. Before version 4, the thread of a call can be one of them.
  void details(Cursor& cursor, std::uint64_t& thread);

  // After a complete event: its bytes, from the first thing that was read. They are valid until the next begin().
  std::span<const std::byte> written() const { return out_.written(); }
  void commit() {
    definitions_.commit();
    fresh_values_.clear();
  }
  // After an event that is not complete.
  void undo();

 private:
  void detail(Cursor& cursor, Detail detail, std::uint64_t& thread);
  void backtrace(Cursor& cursor);
  void frame_definition(Cursor& cursor);
  void value(Cursor& cursor);
  void enumeration(Cursor& cursor);
  void enumeration_of_one(Cursor& cursor, std::uint64_t id, const Definition& definition);
  void bitmask(Cursor& cursor);
  void structure(Cursor& cursor);
  void values(Cursor& cursor, std::uint64_t count);

  void integer(Cursor& cursor);
  void text(Cursor& cursor) { cursor.bytes(cursor.uleb128()); }
  std::uint64_t count(Cursor& cursor, std::uint64_t most, const char* what);

  // Reads an id, and its definition with `read_definition` if there is one; writes the id that the copy has for it.
  template <class ReadDefinition>
  Definition* id(Cursor& cursor, DefinitionKind kind, const ReadDefinition& read_definition);
  // The same, without writing the id.
  template <class ReadDefinition>
  Definition* read_id(Cursor& cursor, DefinitionKind kind, std::uint64_t& id, const ReadDefinition& read_definition);
  void write_id(DefinitionKind kind, std::uint64_t id, Definition& definition);
  std::uint64_t new_id(DefinitionKind kind);

  // Copies what has been read since the last copy or skip.
  void copy_up_to(const std::byte* position);
  void skip_to(const std::byte* position) { copied_ = position; }

  // A value of an enum: the id of its table in the file, and the value as it is written.
  using EnumValue = std::pair<std::uint64_t, std::string>;

  bool splits_enums_;
  std::map<EnumValue, std::uint64_t> ids_of_values_;  // in the copy
  std::vector<EnumValue> fresh_values_;               // by the event that is being read
  Output& output_;
  RecordProblem& problem_;
  const Limits& limits_;
  const Dialect& dialect_;
  Definitions definitions_;
  Encoder out_;
  bool is_kept_ = false;
  const std::byte* copied_ = nullptr;  // where the bytes begin that have been read and not been copied
  unsigned depth_ = 0;
};

}  // namespace loaders::apitrace
