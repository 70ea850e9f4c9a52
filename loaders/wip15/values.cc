#include "loaders/wip15/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "loaders/base/bytes.h"
#include "loaders/stream/blob.h"
#include "loaders/stream/text.h"
#include "loaders/wip15/integers.h"

namespace loaders::wip15 {
namespace {

template <class T>
T swapped(T value, bool swap) {
  return swap ? byteswap(value) : value;
}

// The fewest bytes that an element takes in a file.
std::uint64_t least_bytes(Base base, Integers integers) {
  switch (base) {
    case Base::kVoid:
    case Base::kFunctionPtr: return 0;
    case Base::kUnsigned:
    case Base::kInt:
    case Base::kPtr: return integers == Integers::kRaw8 ? 8 : 1;
    case Base::kBool: return 1;
    case Base::kFloat:
    case Base::kString: return 4;
    case Base::kDouble: return 8;
    case Base::kData: return 9;
    case Base::kVariant:
    case Base::kCount: break;
  }
  return 3;
}

Elem natural_elem(Base base) {
  switch (base) {
    case Base::kUnsigned:
    case Base::kPtr: return Elem::kU64;
    case Base::kInt: return Elem::kI64;
    case Base::kBool: return Elem::kU8;
    case Base::kFloat: return Elem::kF32;
    case Base::kDouble: return Elem::kF64;
    default: return Elem::kValue;
  }
}

}  // namespace

Block read_block(Cursor& cursor) {
  Block block;
  const std::uint8_t method = cursor.u8();
  if (method > static_cast<std::uint8_t>(Compression::kZstd)) cursor.fail();
  block.method = static_cast<Compression>(method);
  block.size = cursor.u32();
  block.packed = cursor.bytes(cursor.u32());
  return block;
}

void ValueReader::read_all(Cursor& cursor, std::span<const Type> types, Value* to) {
  for (const Type& type : types) *to++ = read(cursor, type);
}

// The most frequent values take a shortcut to their final form.
inline Value ValueReader::read(Cursor& cursor, const Type& type) {
  Value value;
  switch (type.plan.shortcut) {
    case Shortcut::kNone:
    case Shortcut::kNatural: return read_any(cursor, type);
    case Shortcut::kUnsigned: value = type.plan.unsigned_value(read_integer(cursor, type.base)); break;
    case Shortcut::kSigned: value = type.plan.signed_value(read_integer(cursor, type.base)); break;
    case Shortcut::kPointer: value = Value::of_address(read_unsigned(cursor, dialect_.integers)); break;
    case Shortcut::kFloat: value = Value::of_f32(swapped(cursor.f32(), dialect_.swap_floats)); break;
  }
  if (type.has_group) cursor.u32();
  return value;
}

inline std::uint64_t ValueReader::read_integer(Cursor& cursor, Base base) {
  if (base == Base::kInt) return static_cast<std::uint64_t>(read_signed(cursor, dialect_.integers));
  return base == Base::kBool ? cursor.u8() : read_unsigned(cursor, dialect_.integers);
}

Value ValueReader::read_any(Cursor& cursor, const Type& type) {
  if (type.base == Base::kVariant) return read_variant(cursor, type.plan.target);
  const Value value = type.is_array ? read_array(cursor, type)
                                    : convert(read_single(cursor, type.base), type.plan.target, batch_->arena);
  if (type.has_group) cursor.u32();
  return type.is_lost ? Value{} : value;
}

// The value says its own type; the flags in the declaration of a Variant mean nothing.
Value ValueReader::read_variant(Cursor& cursor, Target target) {
  Type type = read_type(cursor);
  if (type.base == Base::kVariant) problem_.malformed(cursor, "a Variant inside a Variant");
  problem_.explain(cursor, "a Variant of a base type that does not exist");
  if (!cursor.ok()) return {};
  type.plan.target = target;
  return read_any(cursor, type);
}

Value ValueReader::read_single(Cursor& cursor, Base base) {
  switch (base) {
    case Base::kUnsigned:
    case Base::kBool: return Value::of_uint(read_integer(cursor, base));
    case Base::kInt: return Value::of_sint(read_signed(cursor, dialect_.integers));
    case Base::kPtr: return Value::of_address(read_unsigned(cursor, dialect_.integers));
    case Base::kFloat: return Value::of_f32(swapped(cursor.f32(), dialect_.swap_floats));
    case Base::kDouble: return Value::of_f64(swapped(cursor.f64(), dialect_.swap_floats));
    case Base::kString: return read_string(cursor);
    case Base::kData: {
      const std::uint64_t offset = cursor.offset();
      const Block block = read_block(cursor);
      problem_.explain(cursor, "data of an unknown compression method");
      return cursor.ok() ? unpack(block, offset) : Value{};
    }
    case Base::kVoid:
    case Base::kFunctionPtr:
    case Base::kVariant:
    case Base::kCount: break;
  }
  return {};
}

Value ValueReader::read_string(Cursor& cursor) {
  const std::uint32_t size = cursor.u32();
  if (size > limits_.text_bytes) {
    problem_.malformed(cursor,
                       fmt::format("a string of {} bytes is above {}", size, limits_.option(&Limits::text_bytes)));
  }
  const std::string_view text = cursor.text(size);
  return cursor.ok() ? copy_text(text, batch_->arena) : Value{};
}

Value ValueReader::unpack(const Block& block, std::uint64_t offset_in_record) {
  const bool plausible = plausible_size(block.method, block.packed.size(), block.size);
  if (plausible && block.method == Compression::kNone) {
    return blob_value(block.packed, *batch_, [this] { return window_->buffer(); });
  }
  if (plausible) {
    std::byte* memory = batch_->arena.allocate(block.size);
    if (decoder_.decode(block.method, block.packed, {memory, block.size})) {
      return Value::of_blob({memory, block.size});
    }
  }
  const std::uint64_t offset = window_->offset() + offset_in_record;
  unreadable_blocks_.add(offset, [&] {
    return fmt::format("at byte {}: {}, {} bytes that should unpack to {}", offset, compression_name(block.method),
                       block.packed.size(), block.size);
  });
  return {};
}

Value ValueReader::read_array(Cursor& cursor, const Type& type) {
  const std::uint32_t count = cursor.u32();
  const std::uint64_t least = least_bytes(type.base, dialect_.integers);
  if (least == 0) return {};  // elements without content give nothing
  if (type.base == Base::kVariant) problem_.malformed(cursor, "an array of Variants");
  if (count > limits_.elements) {
    problem_.malformed(cursor,
                       fmt::format("an array of {} elements is above {}", count, limits_.option(&Limits::elements)));
  }
  if (!cursor.require(count * least)) return {};

  const Elem elem = packed_elem(natural_elem(type.base), type.base == Base::kPtr, type.plan.target);
  if (elem == Elem::kValue) return read_listed(cursor, type.base, count);
  std::byte* memory = batch_->arena.allocate(count * elem_size(elem));
  read_packed(cursor, type.base, elem, memory, count);
  return Value::of_memory(ValueKind::kArray, memory, count, elem);
}

void ValueReader::read_packed(Cursor& cursor, Base base, Elem elem, std::byte* to, std::uint32_t count) {
  // Arrays that have the same bytes in the file and in memory: those of floats, which are by far the most frequent.
  const bool same =
      elem == natural_elem(base) && (base == Base::kBool || base == Base::kFloat || base == Base::kDouble);
  if (same && !dialect_.swap_floats && std::endian::native == std::endian::little) {
    const auto bytes = cursor.bytes(count * elem_size(elem));
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    return;
  }
  const std::size_t step = elem_size(elem);
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i, to += step) {
    store_number(to, elem, read_single(cursor, base));
  }
}

// Reads an array of strings, blobs or pointers, whose elements become Values.
Value ValueReader::read_listed(Cursor& cursor, Base base, std::uint32_t count) {
  Value* values = batch_->arena.allocate_array<Value>(count);
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) {
    const Value value = read_single(cursor, base);
    values[i] = value.is_integer() ? Value::of_address(value.u) : value;
  }
  return Value::of_memory(ValueKind::kArray, values, count, Elem::kValue);
}

}  // namespace loaders::wip15
