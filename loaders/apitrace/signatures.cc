#include "loaders/apitrace/signatures.h"

#include <fmt/format.h>

#include <utility>

#include "loaders/stream/text.h"

namespace loaders::apitrace {
namespace {

std::unique_ptr<Function> match(const RecordedFunction& recorded) {
  auto function = std::make_unique<Function>();
  function->name = recorded.name;
  function->call = call_of_function(recorded.id, recorded.arg_names.size());
  for (std::size_t i = 0; i < function->call.argc; ++i)
    function->arguments.emplace_back(argument_target(recorded.id, i));
  function->result = ValuePlan(result_target(recorded.id));
  return function;
}

void skip_text(Cursor& cursor) { cursor.bytes(cursor.uleb128()); }

}  // namespace

template <class Table>
bool Signatures::make_room(Cursor& cursor, Table& table, Kind kind, std::uint64_t id) {
  if (!cursor.ok()) return false;
  if (id >= limits_.ids) {
    constexpr const char* kNames[] = {"function", "enum", "bit mask", "struct", "stack frame"};
    problem_.malformed(cursor, fmt::format("{} id {} is not below {}", kNames[static_cast<int>(kind)], id,
                                           limits_.option(&Limits::ids)));
    return false;
  }
  if (id >= table.size()) table.resize(id + 1);
  fresh_.push_back({kind, id});
  return true;
}

// Reads a name that is kept, so its length is limited.
std::string Signatures::read_name(Cursor& cursor) {
  const std::uint64_t size = cursor.uleb128();
  if (size > limits_.name_bytes) {
    problem_.malformed(cursor,
                       fmt::format("a name of {} bytes is above {}", size, limits_.option(&Limits::name_bytes)));
  }
  return std::string(cursor.text(size));
}

std::uint64_t Signatures::read_count(Cursor& cursor, std::uint64_t most, const char* what) {
  const std::uint64_t count = cursor.uleb128();
  if (count > most) problem_.malformed(cursor, fmt::format("{} {}", count, what));
  cursor.require(count);  // each entry takes a byte at least
  return cursor.ok() ? count : 0;
}

const Function* Signatures::define_function(Cursor& cursor, std::uint64_t id) {
  if (table_.full()) problem_.malformed(cursor, fmt::format("more than {} functions", FunctionTable::kMaxFunctions));
  if (!make_room(cursor, functions_, Kind::kFunction, id)) return nullptr;
  const std::size_t begin = cursor.offset();
  RecordedFunction recorded;
  recorded.name = read_name(cursor);
  const std::uint64_t count = read_count(cursor, kMaxArguments, "arguments");
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) recorded.arg_names.push_back(read_name(cursor));
  if (cursor.ok() && definition_bytes_ + cursor.offset() - begin > limits_.definition_bytes) {
    problem_.malformed(cursor, "the definitions take more than " + limits_.option(&Limits::definition_bytes));
  }
  if (!cursor.ok()) return nullptr;
  recorded.id = find_recorded(recorded.name);
  functions_[id] = match(recorded);
  fresh_function_ = std::move(recorded);
  return functions_[id].get();
}

std::uint64_t Signatures::read_integer(Cursor& cursor, bool& negative) {
  const auto tag = static_cast<Tag>(cursor.u8());
  if (tag != Tag::kPositive && tag != Tag::kNegative) {
    problem_.malformed(cursor, fmt::format("the value of an enum with tag {}", static_cast<unsigned>(tag)));
  }
  const std::uint64_t magnitude = cursor.uleb128();
  negative = tag == Tag::kNegative;
  return negative ? 0 - magnitude : magnitude;
}

std::uint64_t Signatures::read_enum(Cursor& cursor, bool& negative) {
  const std::uint64_t id = cursor.uleb128();
  if (id >= enums_.size() || !enums_[id].defined) [[unlikely]]
    define_enum(cursor, id);
  if (!cursor.ok()) return 0;
  if (dialect_.has_enum_tables()) return read_integer(cursor, negative);
  negative = enums_[id].negative;
  return enums_[id].bits;
}

void Signatures::define_enum(Cursor& cursor, std::uint64_t id) {
  if (!make_room(cursor, enums_, Kind::kEnum, id)) return;
  EnumUse use;
  use.defined = true;
  if (dialect_.has_enum_tables()) {
    skip_entries(cursor, true);
  } else {
    skip_text(cursor);
    use.bits = read_integer(cursor, use.negative);
  }
  enums_[id] = use;
}

void Signatures::skip_entries(Cursor& cursor, bool tagged) {
  const std::uint64_t count = read_count(cursor, kMaxEntries, "entries of a table");
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) {
    skip_text(cursor);
    bool negative = false;
    tagged ? read_integer(cursor, negative) : cursor.uleb128();
  }
}

void Signatures::read_bitmask(Cursor& cursor) {
  const std::uint64_t id = cursor.uleb128();
  if (id < bitmasks_.size() && bitmasks_[id] != 0) [[likely]]
    return;
  if (!make_room(cursor, bitmasks_, Kind::kBitmask, id)) return;
  skip_entries(cursor, false);
  bitmasks_[id] = 1;
}

std::uint64_t Signatures::read_struct(Cursor& cursor) {
  const std::uint64_t id = cursor.uleb128();
  if (id >= structs_.size() || structs_[id] == 0) {
    if (!make_room(cursor, structs_, Kind::kStruct, id)) return 0;
    skip_text(cursor);
    const std::uint64_t members = read_count(cursor, kMaxEntries, "members of a struct");
    for (std::uint64_t i = 0; i < members && cursor.ok(); ++i) skip_text(cursor);
    structs_[id] = static_cast<std::uint32_t>(members + 1);
  }
  return structs_[id] - 1;
}

Value Signatures::read_frame(Cursor& cursor, Arena& arena) {
  const std::uint64_t id = cursor.uleb128();
  if (id >= frames_.size() || !frames_[id]) {
    if (!make_room(cursor, frames_, Kind::kFrame, id)) return {};
    frames_[id] = read_frame_text(cursor);
  }
  return copy_text(*frames_[id], arena);
}

std::string Signatures::read_frame_text(Cursor& cursor) {
  std::string module, function, file, line, offset;
  for (;;) {
    const std::uint8_t detail = cursor.u8();
    if (detail == 0) break;  // or the bytes ran out
    switch (detail) {
      case 1: module = read_name(cursor) + ": "; break;
      case 2: function = read_name(cursor); break;
      case 3: file = read_name(cursor); break;
      case 4: line = fmt::format(":{}", cursor.uleb128()); break;
      case 5: offset = fmt::format(" +{:#x}", cursor.uleb128()); break;
      default: problem_.malformed(cursor, fmt::format("detail {} of a stack frame does not exist", detail)); return {};
    }
  }
  std::string text = module + function;
  if (!file.empty()) text += fmt::format(" ({}{})", file, line);
  text += offset;
  if (definition_bytes_ + text.size() > limits_.definition_bytes) {
    problem_.malformed(cursor, "the definitions take more than " + limits_.option(&Limits::definition_bytes));
  }
  return text;
}

void Signatures::keep_fresh() {
  for (const Fresh& fresh : fresh_) {
    if (fresh.kind == Kind::kFrame) definition_bytes_ += frames_[fresh.id]->size();
    if (fresh.kind != Kind::kFunction) continue;
    for (const std::string& name : fresh_function_.arg_names) definition_bytes_ += name.size();
    definition_bytes_ += fresh_function_.name.size();
    functions_[fresh.id]->call.recorded = table_.append(std::move(fresh_function_));
  }
  definitions_ += fresh_.size();
  fresh_.clear();
}

void Signatures::rollback() {
  for (const auto& [kind, id] : fresh_) {
    switch (kind) {
      case Kind::kFunction: functions_[id].reset(); break;
      case Kind::kEnum: enums_[id] = {}; break;
      case Kind::kBitmask: bitmasks_[id] = 0; break;
      case Kind::kStruct: structs_[id] = 0; break;
      case Kind::kFrame: frames_[id].reset(); break;
    }
  }
  fresh_.clear();
}

}  // namespace loaders::apitrace
