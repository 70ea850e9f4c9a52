#include "loaders/wtf/aligned_values.h"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "loaders/stream/blob.h"
#include "loaders/wtf/elements.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/text_encodings.h"

namespace loaders::wtf {
namespace {

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + 3) & ~std::uint64_t{3}; }

}  // namespace

Value* AlignedValues::read(Cursor& cursor, const EventType& type, const std::shared_ptr<const EventChunk>& chunk,
                           Batch& batch) {
  problem_.clear();
  chunk_ = &chunk;
  batch_ = &batch;
  if (!type.unreadable.empty()) {
    problem_ = type.unreadable;
    cursor.fail();
    return nullptr;
  }
  Value* values = batch.arena.allocate_array<Value>(type.args.size());
  for (std::size_t i = 0; i < type.args.size(); ++i) values[i] = read_one(cursor, type.args[i]);
  return values;
}

Value AlignedValues::read_one(Cursor& cursor, const Argument& arg) {
  if (arg.is_array) return read_array(cursor, arg.type);
  const std::uint64_t offset = (*chunk_)->offset + cursor.offset();
  const std::uint32_t word = cursor.u32();
  if (!cursor.ok()) return {};
  switch (arg.type) {
    case ArgType::kAscii:
    case ArgType::kUtf8: return string(word, offset);
    case ArgType::kAny: return json(word, offset);
    case ArgType::kChar: {
      const auto character = static_cast<std::byte>(word & 0xff);
      return text_of_latin1({&character, 1}, batch_->arena);
    }
    case ArgType::kWchar: {
      const auto unit = static_cast<std::uint16_t>(word);
      return text_of_utf16({&unit, 1}, batch_->arena);
    }
    default: return number_of_bits(arg.type, word);
  }
}

Value AlignedValues::string(std::uint32_t number, std::uint64_t offset) {
  if (number == kNoString) return {};
  if (number == kEmptyString) return Value::of_memory(ValueKind::kString, "", 0);
  const StringTable& strings = (*chunk_)->strings;
  if (number >= strings.size()) {
    report_.note(report_.lost_strings, [&] {
      return fmt::format("at byte {}{}: number {} of {}", offset, (*chunk_)->where, number, strings.size());
    });
    return {};
  }
  const std::string_view text = strings[number];
  pin(text.size());
  return Value::of_memory(ValueKind::kString, text.data(), static_cast<std::uint32_t>(text.size()));
}

// Some writers turn an empty string into the text "null".
Value AlignedValues::json(std::uint32_t number, std::uint64_t offset) {
  Value value = string(number, offset);
  if (value.count == 0 || value.text() == "null") return {};
  value.aux = kJsonText;
  return value;
}

Value AlignedValues::read_array(Cursor& cursor, ArgType type) {
  const std::uint32_t count = cursor.u32();
  if (count == kNoArray || !cursor.ok()) return {};
  const std::uint64_t size = std::uint64_t{count} * elem_size(element_of(type));
  const auto bytes = cursor.bytes(aligned(size));
  if (!cursor.ok()) {
    problem_ = fmt::format("an array of {} elements, {} bytes longer than the events", count, cursor.missing());
    return {};
  }
  return read_elements(bytes.first(static_cast<std::size_t>(size)), count, type);
}

Value AlignedValues::read_elements(std::span<const std::byte> bytes, std::uint32_t count, ArgType type) {
  if (type == ArgType::kChar) return text_of_latin1(bytes, batch_->arena);
  if (type == ArgType::kUint8) return blob_value(bytes, *batch_, [this] { return *chunk_; });
  std::byte* copy = batch_->arena.allocate(bytes.size());
  if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
  if (type == ArgType::kWchar) {
    return text_of_utf16({reinterpret_cast<const std::uint16_t*>(copy), count}, batch_->arena);
  }
  return Value::of_memory(ValueKind::kArray, copy, count, element_of(type));
}

}  // namespace loaders::wtf
