#include "loaders/apitrace/quick_calls.h"

#include <algorithm>
#include <cstring>

#include "loaders/apitrace/values.h"

namespace loaders::apitrace {
namespace {

// Without it the compiler would leave the cursor in memory, and every read of a byte would go there twice.
#define INLINE [[gnu::always_inline]] inline

INLINE bool number(const Place& place, std::uint64_t bits, Value& to) {
  switch (place.shortcut) {
    case Shortcut::kUnsigned: to = Value::of_uint(bits << place.unused_bits >> place.unused_bits); return true;
    case Shortcut::kSigned:
      to = Value::of_sint(static_cast<std::int64_t>(bits << place.unused_bits) >> place.unused_bits);
      return true;
    case Shortcut::kPointer: to = bits == 0 ? Value{} : Value::of_pointer(bits); return true;
    case Shortcut::kNone:
    case Shortcut::kNatural:
    case Shortcut::kFloat: break;
  }
  return false;
}

INLINE bool read_floats(QuickCursor& cursor, const Place& place, Value& to, Arena& arena, std::uint64_t most) {
  constexpr std::size_t kBytesOfEach = 5;  // with the tag
  if (place.target != Target{Form::kArray, Elem::kF32}) return false;
  const std::uint64_t count = cursor.uleb128();
  if (count > cursor.remaining() / kBytesOfEach || count > most) return false;
  QuickCursor elements(cursor.bytes(count * kBytesOfEach));
  std::byte* memory = arena.allocate(count * sizeof(float));
  to = Value::of_memory(ValueKind::kArray, memory, static_cast<std::uint32_t>(count), Elem::kF32);
  while (elements.remaining() > 0) {
    if (elements.u8() != static_cast<std::uint8_t>(Tag::kFloat)) return false;
    const std::uint32_t bits = elements.u32();
    std::memcpy(memory, &bits, sizeof bits);
    memory += sizeof bits;
  }
  return true;
}

}  // namespace

INLINE bool QuickCalls::read_enum(QuickCursor& cursor, const Place& place, Value& to) const {
  if (!signatures_.knows_enum(cursor.uleb128())) return false;
  const std::uint8_t tag = cursor.u8();
  return tag == static_cast<std::uint8_t>(Tag::kPositive) && number(place, cursor.uleb128(), to);
}

INLINE bool QuickCalls::read_value(QuickCursor& cursor, Tag tag, const Place& place, Value& to, Batch& batch,
                                   const InputWindow& window) const {
  switch (tag) {
    case Tag::kNull: to = Value{}; return place.target.form != Form::kNumber;
    case Tag::kNegative: return place.shortcut != Shortcut::kPointer && number(place, 0 - cursor.uleb128(), to);
    case Tag::kPositive: return number(place, cursor.uleb128(), to);
    case Tag::kPointer: return place.shortcut == Shortcut::kPointer && number(place, cursor.uleb128(), to);
    case Tag::kEnum: return read_enum(cursor, place, to);
    case Tag::kBitmask: return signatures_.knows_bitmask(cursor.uleb128()) && number(place, cursor.uleb128(), to);
    case Tag::kFloat: to = Value::of_f32(cursor.f32()); return place.shortcut == Shortcut::kFloat;
    case Tag::kBlob: {
      const auto bytes = cursor.bytes(cursor.uleb128());
      if (cursor.ok() && bytes.size() <= limits_.call_bytes) to = blob_value(bytes, batch, window);
      return cursor.ok() && bytes.size() <= limits_.call_bytes;
    }
    case Tag::kArray: return read_floats(cursor, place, to, batch.arena, limits_.elements);
    default: return false;
  }
}

INLINE bool QuickCalls::read_arguments(QuickCursor& cursor, const Function& function, Call& call, Value* values,
                                       Batch& batch, const InputWindow& window) const {
  if (cursor.peek_u8() == static_cast<std::uint8_t>(Detail::kFlags) && signatures_.dialect().has_call_flags()) {
    cursor.u8();
    if ((cursor.uleb128() & kFakeFlag) != 0) call.flags |= kFake;
  }
  const Place* place = function.places.data();
  Value* const end = values + call.argc;
  // An argument begins with its detail, its index and the tag of its value, and more follows: four bytes at least.
  constexpr std::uint32_t kNextIndex = 1 << 8;
  std::uint32_t expected = static_cast<std::uint32_t>(Detail::kArgument);
  for (; values != end; ++values, ++place, expected += kNextIndex) {
    const std::uint32_t start = cursor.peek_u32();
    if ((start & 0xffff) != expected) break;
    cursor.skip_peeked(3);
    if (!read_value(cursor, static_cast<Tag>(start >> 16 & 0xff), *place, *values, batch, window)) return false;
  }
  std::fill(values, end, Value{});
  return static_cast<Detail>(cursor.u8()) == Detail::kEnd;
}

// On failure the last call of the batch means nothing, and what was stored for it stays in the arena until the batch is
// cleared: a place to go back to costs every call more than that.
INLINE bool QuickCalls::read_call(QuickCursor& cursor, std::uint64_t number, Batch& batch, const InputWindow& window) const {
  if (cursor.u8() != static_cast<std::uint8_t>(Event::kEnter)) return false;
  const std::uint64_t thread = cursor.uleb128();
  const Function* function = signatures_.find_function(cursor.uleb128());
  if (function == nullptr || thread >= kMaxThreads) return false;
  Call& call = batch.calls.back();
  call = function->call;
  call.number = number;
  call.thread = static_cast<std::uint32_t>(thread);
  Value* values = batch.arena.allocate_array<Value>(std::size_t{call.argc} + 1);
  call.args = values;
  if (!read_arguments(cursor, *function, call, values, batch, window)) return false;

  if (cursor.u8() != static_cast<std::uint8_t>(Event::kLeave) || cursor.uleb128() != number) return false;
  auto detail = static_cast<Detail>(cursor.u8());
  if (detail == Detail::kResult) {
    call.has_result = 1;
    const auto tag = static_cast<Tag>(cursor.u8());
    if (!read_value(cursor, tag, function->result, values[call.argc], batch, window)) return false;
    detail = static_cast<Detail>(cursor.u8());
  }
  return detail == Detail::kEnd && cursor.ok();
}

[[gnu::flatten]] std::size_t QuickCalls::read(const InputWindow& window, std::uint64_t number, Batch& batch) const {
  if (!signatures_.dialect().enters_with_thread()) return 0;
  QuickCursor cursor(window.bytes());
  std::size_t left = cursor.remaining();
  try {
    for (;;) {
      batch.calls.emplace_back();
      if (!read_call(cursor, number, batch, window)) {
        batch.calls.pop_back();
        break;
      }
      left = cursor.remaining();
      ++number;
      if (batch.calls.back().is(kEndsFrame) || batch.full()) break;
    }
  } catch (const ArenaLimitReached&) {  // which the other reader will find and report
    batch.calls.pop_back();
  }
  return window.bytes().size() - left;
}

#undef INLINE

}  // namespace loaders::apitrace
