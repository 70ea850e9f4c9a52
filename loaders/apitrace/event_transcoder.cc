#include "loaders/apitrace/event_transcoder.h"

#include <fmt/format.h>

#include <string_view>

namespace loaders::apitrace {
namespace {

std::string string_between(const std::byte* begin, const std::byte* end) {
  return std::string(text_of({begin, static_cast<std::size_t>(end - begin)}));
}

// Tables of more bytes are split. A table of all enums of GL takes 100 kB, and other tables are not worth it.
constexpr std::size_t kLargeTable = 1000;
// A damaged file could use any number of values.
constexpr std::size_t kMaxSplitValues = std::size_t{1} << 16;

// The first entry of a table that has this value: its name and the value, as they are written. Empty: there is none.
// Precondition: the table is well-formed.
std::string entry_of(std::string_view table, std::string_view value) {
  Cursor cursor(std::as_bytes(std::span(table)));
  const std::uint64_t entries = cursor.uleb128();
  for (std::uint64_t i = 0; i < entries && cursor.ok(); ++i) {
    const std::byte* begin = cursor.position();
    cursor.bytes(cursor.uleb128());
    const std::byte* name_end = cursor.position();
    cursor.u8();
    cursor.uleb128();
    if (cursor.ok() && string_between(name_end, cursor.position()) == value)
      return string_between(begin, cursor.position());
  }
  return {};
}

}  // namespace

void EventTranscoder::begin(bool is_kept) {
  is_kept_ = is_kept;
  depth_ = 0;
  copied_ = nullptr;
  out_.clear();
}

void EventTranscoder::undo() {
  definitions_.rollback();
  for (const EnumValue& value : fresh_values_) ids_of_values_.erase(value);
  fresh_values_.clear();
  output_.undo_event();
}

void EventTranscoder::copy_up_to(const std::byte* position) {
  if (is_kept_ && copied_ != nullptr) out_.bytes({copied_, static_cast<std::size_t>(position - copied_)});
  copied_ = position;
}

std::uint64_t EventTranscoder::count(Cursor& cursor, std::uint64_t most, const char* what) {
  const std::uint64_t count = cursor.uleb128();
  if (cursor.ok() && count > most) problem_.malformed(cursor, fmt::format("{} {}", count, what));
  cursor.require(count);  // each takes a byte at least
  return cursor.ok() ? count : 0;
}

template <class ReadDefinition>
Definition* EventTranscoder::id(Cursor& cursor, DefinitionKind kind, const ReadDefinition& read_definition) {
  std::uint64_t id = 0;
  Definition* definition = read_id(cursor, kind, id, read_definition);
  if (definition != nullptr && is_kept_) write_id(kind, id, *definition);
  return definition;
}

template <class ReadDefinition>
Definition* EventTranscoder::read_id(Cursor& cursor, DefinitionKind kind, std::uint64_t& id,
                                     const ReadDefinition& read_definition) {
  copy_up_to(cursor.position());
  id = cursor.uleb128();
  if (cursor.ok() && id >= limits_.ids) {
    problem_.malformed(cursor, fmt::format("id {} is not below {}", id, limits_.option(&Limits::ids)));
  }
  if (!cursor.ok()) return nullptr;
  Definition* definition = definitions_.find(kind, id);
  if (definition == nullptr) {
    const std::byte* begin = cursor.position();
    Definition fresh = read_definition(cursor);
    const auto size = static_cast<std::size_t>(cursor.position() - begin);
    if (cursor.ok() && definitions_.bytes() + size > limits_.definition_bytes) {
      problem_.malformed(cursor, "the definitions take more than " + limits_.option(&Limits::definition_bytes));
    }
    if (!cursor.ok()) return nullptr;
    if (fresh.bytes.empty()) fresh.bytes = string_between(begin, cursor.position());
    definition = &definitions_.define(kind, id, std::move(fresh.bytes));
    definition->members = fresh.members;
    definition->value = std::move(fresh.value);
  }
  skip_to(cursor.position());
  return definition;
}

void EventTranscoder::write_id(DefinitionKind kind, std::uint64_t id, Definition& definition) {
  if (definition.is_in_copy) return out_.uleb128(definition.copied_id);
  // Functions have the same name and arguments under several ids in some files, and calls that are added have them too.
  const IdUse use = kind == DefinitionKind::kFunction ? output_.function(definition.bytes) : IdUse{new_id(kind), true};
  out_.uleb128(use.id);
  if (use.is_first) out_.bytes(std::as_bytes(std::span(definition.bytes)));
  definitions_.copied(kind, id, use.id);
}

std::uint64_t EventTranscoder::new_id(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kEnum: return output_.new_enum();
    case DefinitionKind::kBitmask: return output_.new_bitmask();
    case DefinitionKind::kStruct: return output_.new_struct();
    case DefinitionKind::kFrame:
    case DefinitionKind::kFunction: break;
  }
  return output_.new_frame();
}

void EventTranscoder::function(Cursor& cursor) {
  id(cursor, DefinitionKind::kFunction, [&](Cursor& c) {
    text(c);
    const std::uint64_t arguments = count(c, kMaxArguments, "arguments");
    for (std::uint64_t i = 0; i < arguments && c.ok(); ++i) text(c);
    return Definition();
  });
}

void EventTranscoder::details(Cursor& cursor, std::uint64_t& thread) {
  if (copied_ == nullptr) skip_to(cursor.position());
  for (;;) {
    const std::byte* begin = cursor.position();
    const auto next = static_cast<Detail>(cursor.u8());
    if (!cursor.ok()) return;
    if (next == Detail::kThread) copy_up_to(begin);
    if (next == Detail::kEnd) return copy_up_to(cursor.position());
    detail(cursor, next, thread);
    if (next == Detail::kThread) skip_to(cursor.position());
  }
}

void EventTranscoder::detail(Cursor& cursor, Detail detail, std::uint64_t& thread) {
  switch (detail) {
    case Detail::kArgument:
      if (const std::uint64_t index = cursor.uleb128(); index >= kMaxArguments) {
        problem_.malformed(cursor, fmt::format("argument {}", index));
      }
      return value(cursor);
    case Detail::kResult: return value(cursor);
    case Detail::kThread:
      if (dialect_.enters_with_thread()) break;
      thread = cursor.uleb128();
      if (thread >= kMaxThreads) problem_.malformed(cursor, fmt::format("thread {}", thread));
      return;
    case Detail::kBacktrace:
      if (!dialect_.has_backtraces()) break;
      return backtrace(cursor);
    case Detail::kFlags:
      if (!dialect_.has_call_flags()) break;
      cursor.uleb128();
      return;
    case Detail::kEnd: return;
  }
  problem_.malformed(cursor, fmt::format("detail {} of a call does not exist in version {}",
                                         static_cast<unsigned>(detail), dialect_.version));
}

void EventTranscoder::backtrace(Cursor& cursor) {
  const std::uint64_t frames = count(cursor, kMaxFrames, "frames of a backtrace");
  for (std::uint64_t i = 0; i < frames && cursor.ok(); ++i) {
    id(cursor, DefinitionKind::kFrame, [&](Cursor& c) {
      frame_definition(c);
      return Definition();
    });
  }
}

void EventTranscoder::frame_definition(Cursor& cursor) {
  while (cursor.ok()) {
    const std::uint8_t detail = cursor.u8();
    switch (detail) {
      case 0: return;
      case 1:
      case 2:
      case 3: text(cursor); break;
      case 4:
      case 5: cursor.uleb128(); break;
      default: problem_.malformed(cursor, fmt::format("detail {} of a stack frame does not exist", detail));
    }
  }
}

void EventTranscoder::value(Cursor& cursor) {
  const auto tag = static_cast<Tag>(cursor.u8());
  switch (tag) {
    case Tag::kNull:
    case Tag::kFalse:
    case Tag::kTrue: return;
    case Tag::kNegative:
    case Tag::kPositive:
    case Tag::kPointer: cursor.uleb128(); return;
    case Tag::kFloat: cursor.u32(); return;
    case Tag::kDouble: cursor.u64(); return;
    case Tag::kString:
    case Tag::kBlob: return text(cursor);
    case Tag::kEnum: return enumeration(cursor);
    case Tag::kBitmask: return bitmask(cursor);
    case Tag::kArray: return values(cursor, count(cursor, limits_.record_bytes, "elements of an array"));
    case Tag::kStruct: return structure(cursor);
    case Tag::kRepr: return values(cursor, 2);
    case Tag::kWideString: {
      const std::uint64_t units = count(cursor, limits_.record_bytes, "wide characters");
      for (std::uint64_t i = 0; i < units && cursor.ok(); ++i) cursor.uleb128();
      return;
    }
  }
  problem_.malformed(cursor, fmt::format("a value with tag {}", static_cast<unsigned>(tag)));
}

void EventTranscoder::values(Cursor& cursor, std::uint64_t count) {
  if (depth_ >= limits_.nesting) {
    problem_.malformed(cursor, "values are nested deeper than " + limits_.option(&Limits::nesting));
  }
  ++depth_;
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) value(cursor);
  --depth_;
}

void EventTranscoder::integer(Cursor& cursor) {
  const auto tag = static_cast<Tag>(cursor.u8());
  if (cursor.ok() && tag != Tag::kPositive && tag != Tag::kNegative) {
    problem_.malformed(cursor, fmt::format("the value of an enum with tag {}", static_cast<unsigned>(tag)));
  }
  cursor.uleb128();
}

// Before version 3, an id stands for one name and its value. Version 6 has a table for it, and the value at each use.
void EventTranscoder::enumeration(Cursor& cursor) {
  std::uint64_t id = 0;
  Definition* definition = read_id(cursor, DefinitionKind::kEnum, id, [&](Cursor& c) {
    Definition fresh;
    if (dialect_.has_enum_tables()) {
      const std::uint64_t entries = count(c, kMaxEntries, "entries of a table");
      for (std::uint64_t i = 0; i < entries && c.ok(); ++i) {
        text(c);
        integer(c);
      }
      return fresh;
    }
    const std::byte* begin = c.position();
    text(c);
    const std::byte* name_end = c.position();
    integer(c);
    if (!c.ok()) return fresh;
    constexpr char kOneEntry = 1;
    fresh.bytes = kOneEntry + string_between(begin, c.position());
    fresh.value = string_between(name_end, c.position());
    return fresh;
  });
  if (definition == nullptr) return;
  const bool is_split = splits_enums_ && !definition->is_in_copy && definition->bytes.size() > kLargeTable &&
                        ids_of_values_.size() < kMaxSplitValues;
  if (is_split) return enumeration_of_one(cursor, id, *definition);
  if (is_kept_) write_id(DefinitionKind::kEnum, id, *definition);
  if (dialect_.has_enum_tables()) return integer(cursor);
  if (is_kept_) out_.bytes(std::as_bytes(std::span(definition->value)));
}

// Writes the value with a table that has only its name. A value that has no name gets an empty table.
void EventTranscoder::enumeration_of_one(Cursor& cursor, std::uint64_t id, const Definition& definition) {
  const std::byte* begin = cursor.position();
  integer(cursor);
  if (!cursor.ok() || !is_kept_) return;
  const std::string value = string_between(begin, cursor.position());
  const auto [found, is_first] = ids_of_values_.try_emplace({id, value}, 0);
  if (is_first) {
    fresh_values_.push_back(found->first);
    found->second = output_.new_enum();
  }
  out_.uleb128(found->second);
  if (is_first) {
    const std::string entry = entry_of(definition.bytes, value);
    out_.uleb128(entry.empty() ? 0 : 1);
    out_.bytes(std::as_bytes(std::span(entry)));
  }
  out_.bytes(std::as_bytes(std::span(value)));
  skip_to(cursor.position());
}

void EventTranscoder::bitmask(Cursor& cursor) {
  id(cursor, DefinitionKind::kBitmask, [&](Cursor& c) {
    const std::uint64_t entries = count(c, kMaxEntries, "entries of a table");
    for (std::uint64_t i = 0; i < entries && c.ok(); ++i) {
      text(c);
      c.uleb128();
    }
    return Definition();
  });
  cursor.uleb128();
}

void EventTranscoder::structure(Cursor& cursor) {
  const Definition* definition = id(cursor, DefinitionKind::kStruct, [&](Cursor& c) {
    Definition fresh;
    text(c);
    const std::uint64_t members = count(c, kMaxEntries, "members of a struct");
    for (std::uint64_t i = 0; i < members && c.ok(); ++i) text(c);
    fresh.members = static_cast<std::uint32_t>(members);
    return fresh;
  });
  if (definition != nullptr) values(cursor, definition->members);
}

}  // namespace loaders::apitrace
