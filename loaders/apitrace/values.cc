#include "loaders/apitrace/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "loaders/stream/blob.h"
#include "loaders/stream/dump.h"
#include "loaders/stream/text.h"

namespace loaders::apitrace {
namespace {

const ValuePlan kNaturalPlan;

Elem common_elem(std::span<const Value> values) {
  const auto all = [&](auto&& is) { return std::all_of(values.begin(), values.end(), is); };
  if (values.empty()) return Elem::kValue;
  if (all([](const Value& v) { return v.kind == ValueKind::kUint; })) return Elem::kU64;
  if (all([](const Value& v) { return v.is_integer(); })) return Elem::kI64;
  if (all([](const Value& v) { return v.kind == ValueKind::kF32; })) return Elem::kF32;
  if (all([](const Value& v) { return v.kind == ValueKind::kF64; })) return Elem::kF64;
  return Elem::kValue;
}

}  // namespace

Value ValueReader::read(Cursor& cursor, const ValuePlan& plan) {
  const auto tag = static_cast<Tag>(cursor.u8());
  switch (tag) {
    case Tag::kPositive: return integer(plan, cursor.uleb128(), false);
    case Tag::kEnum: {
      bool negative = false;
      const std::uint64_t bits = signatures_.read_enum(cursor, negative);
      return integer(plan, bits, negative);
    }
    case Tag::kFloat: {
      const Value value = Value::of_f32(cursor.f32());
      const bool as_it_is = plan.shortcut == Shortcut::kFloat || plan.shortcut == Shortcut::kNatural;
      return as_it_is ? value : convert(value, plan.target, batch_->arena);
    }
    case Tag::kPointer:
      if (plan.shortcut == Shortcut::kPointer) return Value::of_address(cursor.uleb128());
      break;
    default: break;
  }
  return read_other(cursor, tag, plan);
}

// Numbers, in all the ways that a file has them.
inline Value ValueReader::integer(const ValuePlan& plan, std::uint64_t bits, bool negative) {
  Value value;
  if (plan.take_integer(bits, value)) return value;
  value = negative ? Value::of_sint(static_cast<std::int64_t>(bits)) : Value::of_uint(bits);
  return plan.shortcut == Shortcut::kNatural ? value : convert(value, plan.target, batch_->arena);
}

Value ValueReader::read_other(Cursor& cursor, Tag tag, const ValuePlan& plan) {
  switch (tag) {
    case Tag::kNull: return plan.target.form == Form::kNumber ? number_as({}, plan.target.elem) : Value{};
    case Tag::kFalse:
    case Tag::kTrue: return integer(plan, tag == Tag::kTrue, false);
    case Tag::kNegative: return integer(plan, 0 - cursor.uleb128(), true);
    case Tag::kBitmask: signatures_.read_bitmask(cursor); return integer(plan, cursor.uleb128(), false);
    case Tag::kDouble: return convert(Value::of_f64(cursor.f64()), plan.target, batch_->arena);
    case Tag::kPointer: {
      const Value value = Value::of_address(cursor.uleb128());
      return plan.target.form == Form::kNumber ? number_as(value, plan.target.elem) : value;
    }
    case Tag::kString: return convert(read_string(cursor), plan.target, batch_->arena);
    case Tag::kWideString: return convert(read_wide_string(cursor), plan.target, batch_->arena);
    case Tag::kBlob: return read_blob(cursor);
    case Tag::kArray: return read_array(cursor, plan);
    case Tag::kStruct: {
      const std::size_t first = listed_.size();
      read_elements(cursor, signatures_.read_struct(cursor));
      return list_from(first);
    }
    case Tag::kRepr: return read_repr(cursor, plan);
    case Tag::kPositive:
    case Tag::kFloat:
    case Tag::kEnum: break;
  }
  problem_.malformed(cursor, fmt::format("a value with tag {}", static_cast<unsigned>(tag)));
  return {};
}

Value ValueReader::read_string(Cursor& cursor) {
  const std::uint64_t size = cursor.uleb128();
  within(cursor, size, &Limits::text_bytes, "a string of {} bytes");
  const std::string_view text = cursor.text(size);
  return cursor.ok() ? copy_text(text, batch_->arena) : Value{};
}

Value ValueReader::read_blob(Cursor& cursor) {
  const std::uint64_t size = cursor.uleb128();
  within(cursor, size, &Limits::call_bytes, "a blob of {} bytes");
  const auto bytes = cursor.bytes(size);
  return cursor.ok() ? blob_value(bytes, *batch_, [this] { return window_->buffer(); }) : Value{};
}

// Writers on Windows have UTF-16, all others have code points.
Value ValueReader::read_wide_string(Cursor& cursor) {
  const std::uint64_t count = cursor.uleb128();
  within(cursor, count, &Limits::elements, "a string of {} wide characters");
  if (!cursor.require(count)) return {};
  WideText text;
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) text.append(cursor.uleb128());
  return copy_text(text.finish(), batch_->arena);
}

bool ValueReader::within(Cursor& cursor, std::uint64_t count, std::uint64_t Limits::*limit, const char* what) {
  if (count <= limits_.*limit) return true;
  problem_.malformed(cursor,
                     fmt::format("{} is above {}", fmt::format(fmt::runtime(what), count), limits_.option(limit)));
  return false;
}

// All lists that are being read at once may have as many elements together as one array: each list may be the last
// element of another.
bool ValueReader::has_room(Cursor& cursor) {
  if (listed_.size() < limits_.elements) return true;
  problem_.malformed(cursor, "values in values are more than " + limits_.option(&Limits::elements));
  return false;
}

bool ValueReader::enter(Cursor& cursor) {
  if (depth_ >= limits_.nesting) {
    problem_.malformed(cursor, "values are nested deeper than " + limits_.option(&Limits::nesting));
  }
  ++depth_;
  return cursor.ok();
}

Value ValueReader::read_repr(Cursor& cursor, const ValuePlan& plan) {
  if (!enter(cursor)) return {};
  read(cursor, kNaturalPlan);
  const Value value = cursor.ok() ? read(cursor, plan) : Value{};
  --depth_;
  return value;
}

Value ValueReader::read_array(Cursor& cursor, const ValuePlan& plan) {
  const std::uint64_t count = cursor.uleb128();
  within(cursor, count, &Limits::elements, "an array of {} elements");
  if (!cursor.require(count)) return {};
  const std::size_t first = listed_.size();
  switch (plan.target.form) {
    case Form::kArray: return read_packed_array(cursor, plan.target.elem, count);
    case Form::kPointers:
    case Form::kStrings: read_elements(cursor, count); return list_of_pointers_from(first);
    default: read_elements(cursor, count); return packed_from(first);
  }
}

Value ValueReader::read_packed_array(Cursor& cursor, Elem elem, std::uint64_t count) {
  std::byte* memory = batch_->arena.allocate(count * elem_size(elem));
  const std::uint64_t done = read_packed(cursor, elem, memory, count);
  const Value array = Value::of_memory(ValueKind::kArray, memory, static_cast<std::uint32_t>(done), elem);
  if (done == count || !cursor.ok()) [[likely]]
    return array;
  // One element is no number. It was read already and is the last of listed_; the numbers before it have to be put
  // before it.
  const Value odd = listed_.back();
  listed_.pop_back();
  const std::size_t first = listed_.size();
  for (std::uint64_t i = 0; i < done; ++i) listed_.push_back(element_of(array, i));
  listed_.push_back(odd);
  read_elements(cursor, count - done - 1);
  return list_from(first);
}

// Returns how many of `count` elements could be stored as numbers. The first one that could not becomes the last of
// listed_.
std::uint64_t ValueReader::read_packed(Cursor& cursor, Elem elem, std::byte* to, std::uint64_t count) {
  const std::size_t step = elem_size(elem);
  if (!enter(cursor)) return 0;
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i, to += step) {
    const Value element = read(cursor, kNaturalPlan);
    if (element.kind == ValueKind::kF32 && elem == Elem::kF32) {
      std::memcpy(to, &element.f, sizeof element.f);
    } else if (element.can_be_number()) {
      store_number(to, elem, element);
    } else {
      listed_.push_back(element);
      --depth_;
      return i;
    }
  }
  --depth_;
  return count;
}

void ValueReader::read_elements(Cursor& cursor, std::uint64_t count) {
  if (!enter(cursor)) return;
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) {
    const Value element = read(cursor, kNaturalPlan);
    if (has_room(cursor)) listed_.push_back(element);
  }
  --depth_;
}

Value ValueReader::list_from(std::size_t first) {
  const std::size_t count = listed_.size() - first;
  Value* values = batch_->arena.allocate_array<Value>(count);
  std::copy_n(listed_.begin() + static_cast<std::ptrdiff_t>(first), count, values);
  listed_.resize(first);
  return Value::of_memory(ValueKind::kArray, values, static_cast<std::uint32_t>(count), Elem::kValue);
}

Value ValueReader::list_of_pointers_from(std::size_t first) {
  for (std::size_t i = first; i < listed_.size(); ++i) {
    if (listed_[i].is_integer()) listed_[i] = Value::of_address(listed_[i].u);
  }
  return list_from(first);
}

// GL does not say what the array is: numbers of one kind are packed as that kind, and everything else becomes Values.
Value ValueReader::packed_from(std::size_t first) {
  const std::span<const Value> values(listed_.data() + first, listed_.size() - first);
  const Elem elem = common_elem(values);
  if (elem == Elem::kValue) return list_from(first);
  const std::size_t size = elem_size(elem);
  std::byte* memory = batch_->arena.allocate(values.size() * size);
  for (std::size_t i = 0; i < values.size(); ++i) store_number(memory + i * size, elem, values[i]);
  const auto count = static_cast<std::uint32_t>(values.size());
  listed_.resize(first);
  return Value::of_memory(ValueKind::kArray, memory, count, elem);
}

}  // namespace loaders::apitrace
