#include "loaders/apitrace/fast_path.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "loaders/stream/blob.h"

namespace loaders::apitrace {
namespace {

// Without inlining, the compiler would leave the cursor in memory, and every read of a byte would go there twice.
#define INLINE [[gnu::always_inline]] inline

INLINE bool number(const ValuePlan& plan, std::uint64_t bits, Value& to, bool negative = false) {
  return bits < UncheckedCursor::kTooLong && plan.take_integer(negative ? 0 - bits : bits, to);
}

// The most bytes that are read without asking whether they are there.
constexpr std::size_t kBytesOfHead = 3 + 2 * UncheckedCursor::kMaxOfInteger;         // event, thread, function; flags
constexpr std::size_t kBytesOfValue = 2 + 2 * UncheckedCursor::kMaxOfInteger;        // an enum: tag, id; tag, integer
constexpr std::size_t kBytesOfArgument = 2 + kBytesOfValue;                          // detail, index
constexpr std::size_t kBytesOfTail = sizeof(std::uint64_t) + 1 + kBytesOfValue + 1;  // LeaveCode, detail, result, end

// For how many values read_alike() takes memory at once.
constexpr std::size_t kValuesAtOnce = 256;

UncheckedCursor read_blob(UncheckedCursor cursor, const Limits& limits, Value& to, Batch& batch,
                          const InputWindow& window) {
  const std::uint64_t size = cursor.uleb128();
  const auto bytes = cursor.bytes(size);
  if (bytes.size() != size || size > limits.call_bytes) return {};
  to = blob_value(bytes, batch, [&] { return window.buffer(); });
  return cursor;
}

UncheckedCursor read_floats(UncheckedCursor cursor, const Limits& limits, const ValuePlan& plan, Value& to,
                            Arena& arena) {
  constexpr std::size_t kBytesOfEach = 5;  // with the tag
  if (plan.target != Target{Form::kArray, Elem::kF32}) return {};
  const std::uint64_t count = cursor.uleb128();
  if (count > cursor.remaining() / kBytesOfEach || count > limits.elements) return {};
  const auto tagged = cursor.bytes(count * kBytesOfEach);
  std::byte* memory = arena.allocate(count * sizeof(float));
  to = Value::of_memory(ValueKind::kArray, memory, static_cast<std::uint32_t>(count), Elem::kF32);
  for (std::size_t at = 0; at < tagged.size(); at += kBytesOfEach, memory += sizeof(float)) {
    if (tagged[at] != static_cast<std::byte>(Tag::kFloat)) return {};
    std::memcpy(memory, &tagged[at + 1], sizeof(float));
  }
  return cursor;
}

}  // namespace

// The bytes between the arguments of a call and its results: the end of the arguments, and the event that leaves the
// call, with its number. They are known before they are read, so they need only be compared.
class FastPath::LeaveCode {
 public:
  explicit LeaveCode(std::uint64_t number) : number_(number) { encode(); }

  INLINE bool read(UncheckedCursor& cursor) const {
    if ((cursor.peek<std::uint64_t>() & mask_) != code_) return false;
    cursor.skip(size_);
    return true;
  }

  // Reads the same `ahead` bytes from here, and after it the end of the call: there may be no results.
  INLINE bool read(UncheckedCursor& cursor, std::size_t ahead) const {
    cursor.skip(ahead);
    return read(cursor) && cursor.u8() == static_cast<std::uint8_t>(Detail::kEnd);
  }

  std::uint64_t number() const { return number_; }

  INLINE void next() {
    ++number_;
    code_ += std::uint64_t{1} << kBitsBefore;
    if ((number_ & 0x7f) == 0) [[unlikely]]
      encode();
  }

 private:
  static constexpr unsigned kBitsBefore = 16;

  // A number of more than 42 bits, which no trace has, does not fit: then the mask makes a code that never matches.
  void encode() {
    code_ = static_cast<std::uint64_t>(Detail::kEnd) | static_cast<std::uint64_t>(Event::kLeave) << 8;
    unsigned bits = kBitsBefore;
    std::uint64_t rest = number_;
    for (; rest >= 0x80 && bits < 56; rest >>= 7, bits += 8) code_ |= ((rest & 0x7f) | 0x80) << bits;
    code_ |= (rest & 0x7f) << bits;
    size_ = bits / 8 + 1;
    mask_ = rest < 0x80 ? ~std::uint64_t{0} >> (64 - 8 * size_) : 0;
  }

  std::uint64_t number_;
  std::uint64_t code_ = 0;
  std::uint64_t mask_ = 0;
  std::size_t size_ = 0;
};

INLINE bool FastPath::read_enum(UncheckedCursor& cursor, const ValuePlan& plan, Value& to) const {
  if (!signatures_.knows_enum(cursor.uleb128())) return false;
  const std::uint8_t tag = cursor.u8();
  return tag == static_cast<std::uint8_t>(Tag::kPositive) && number(plan, cursor.uleb128(), to);
}

// Not inlined, so that the loop of read_arguments() has registers for numbers and floats, which are most frequent.
[[gnu::noinline]] UncheckedCursor FastPath::read_other(UncheckedCursor cursor, Tag tag, const ValuePlan& plan,
                                                       Value& to, const Memory& memory) const {
  bool good = false;
  switch (tag) {
    case Tag::kNull:
      to = Value{};
      good = plan.target.form != Form::kNumber;
      break;
    case Tag::kNegative: good = plan.shortcut != Shortcut::kPointer && number(plan, cursor.uleb128(), to, true); break;
    case Tag::kPointer: good = plan.shortcut == Shortcut::kPointer && number(plan, cursor.uleb128(), to); break;
    case Tag::kEnum: good = read_enum(cursor, plan, to); break;
    case Tag::kBitmask: good = signatures_.knows_bitmask(cursor.uleb128()) && number(plan, cursor.uleb128(), to); break;
    case Tag::kBlob: return read_blob(cursor, limits_, to, memory.batch, memory.window);
    case Tag::kArray: return read_floats(cursor, limits_, plan, to, memory.batch.arena);
    default: break;
  }
  return good ? cursor : UncheckedCursor();
}

INLINE bool FastPath::read_value(UncheckedCursor& cursor, Tag tag, const ValuePlan& plan, Value& to,
                                 const Memory& memory) const {
  if (tag == Tag::kFloat) {
    to = Value::of_f32(std::bit_cast<float>(cursor.u32()));
    return plan.shortcut == Shortcut::kFloat;
  }
  if (tag == Tag::kPositive) return number(plan, cursor.uleb128(), to);
  cursor = read_other(cursor, tag, plan, to, memory);
  return static_cast<bool>(cursor);
}

// Not inlined, so that the code around the loop does not take its registers.
[[gnu::noinline]] UncheckedCursor FastPath::read_arguments(UncheckedCursor cursor, const ValuePlan* plan,
                                                           const Call& call, Value* value, const Memory& memory) const {
  Value* const end = value + call.argc;
  // An argument begins with its detail, its index and the tag of its value.
  constexpr std::uint32_t kNextIndex = 1 << 8;
  std::uint32_t expected = static_cast<std::uint32_t>(Detail::kArgument);
  for (; value != end; ++value, ++plan, expected += kNextIndex) {
    if (!cursor.has(kBytesOfArgument)) return {};
    const auto start = cursor.peek<std::uint32_t>();
    if ((start & 0xffff) != expected) break;
    cursor.skip(3);
    if (!read_value(cursor, static_cast<Tag>(start >> 16 & 0xff), *plan, *value, memory)) return {};
  }
  std::fill(value, end, Value{});
  return cursor;
}

// After a failure the batch may end with a call that means nothing, which read() removes, and what was stored for it
// stays in the arena until the batch is cleared. Rewinding the arena would need a mark before every call, which costs
// more.
INLINE bool FastPath::read_call(UncheckedCursor& cursor, const LeaveCode& leave, const Memory& memory) const {
  if (!cursor.has(kBytesOfHead)) return false;
  const std::uint32_t event_and_thread = cursor.peek<std::uint16_t>();
  if ((event_and_thread & 0x80ff) != static_cast<std::uint32_t>(Event::kEnter)) return false;
  cursor.skip(2);
  const Function* function = signatures_.find_function(cursor.uleb128());
  if (function == nullptr) return false;
  memory.batch.calls.push_back(function->call);
  Call& call = memory.batch.calls.back();
  call.number = leave.number();
  call.thread = event_and_thread >> 8;
  Value* values = memory.batch.arena.allocate_array<Value>(std::size_t{call.argc} + 1);
  call.args = values;
  if (cursor.peek<std::uint8_t>() == static_cast<std::uint8_t>(Detail::kFlags) &&
      signatures_.dialect().has_call_flags()) {
    cursor.skip(1);
    if ((cursor.uleb128() & kFakeFlag) != 0) call.flags |= kFake;
  }
  cursor = read_arguments(cursor, function->arguments.data(), call, values, memory);

  if (!cursor.has(kBytesOfTail) || !leave.read(cursor)) return false;
  auto detail = static_cast<Detail>(cursor.u8());
  if (detail == Detail::kResult) {
    call.has_result = 1;
    const auto tag = static_cast<Tag>(cursor.u8());
    if (!read_value(cursor, tag, function->result, values[call.argc], memory) || !cursor.has(1)) return false;
    detail = static_cast<Detail>(cursor.u8());
  }
  return detail == Detail::kEnd;
}

// Reads calls that agree with the templates of their functions. It takes memory for several calls at once: a call takes
// one value at least, so no more of them are read than the batch has room for. Not inlined, so that the code around the
// loop does not take its registers.
[[gnu::noinline]] UncheckedCursor FastPath::read_alike(UncheckedCursor cursor, LeaveCode& leave, Batch& batch) {
  constexpr std::size_t kBytes = CallTemplate::kMaxBytes + kBytesOfTail;
  const CallTemplates::Entries entries = templates_.all();
  LeaveCode next = leave;
  bool alike = true;
  while (alike && !batch.full() && cursor.has(kBytes)) {
    const std::size_t room = std::min(kValuesAtOnce, Batch::kMaxCalls - batch.calls.size());
    Value* values = batch.arena.allocate_array<Value>(room + CallTemplate::kMaxValues);
    Value* const end_of_room = values + room;
    while (values < end_of_room && cursor.has(kBytes)) {
      CallTemplate* call_template = CallTemplates::find(entries, cursor);
      UncheckedCursor end = cursor;
      alike = call_template != nullptr && call_template->agrees(cursor) && next.read(end, call_template->bytes());
      if (!alike) break;
      Call& call = batch.calls.emplace_back(call_template->call());
      call.number = next.number();
      call.args = values;
      values = call_template->fill(cursor, values);
      next.next();
      cursor = end;
    }
    batch.arena.shorten(values);
  }
  leave = next;
  return cursor;
}

bool FastPath::read_and_learn(UncheckedCursor& cursor, const LeaveCode& leave, const Memory& memory) {
  UncheckedCursor start = cursor;
  if (!read_call(cursor, leave, memory)) return false;
  if (start.has(sizeof(std::uint32_t)) && templates_.wants(start)) {
    const auto bytes = start.bytes(std::min(start.remaining(), CallTemplate::kMaxBytes));
    templates_.learn(bytes, memory.batch.calls.back(), signatures_);
  }
  return true;
}

[[gnu::flatten]] std::size_t FastPath::read(const InputWindow& window, std::uint64_t number, Batch& batch) {
  if (!signatures_.dialect().enters_with_thread()) return 0;
  UncheckedCursor cursor(window.bytes());
  LeaveCode leave(number);
  const Memory memory{batch, window};
  std::size_t calls = batch.calls.size();
  std::size_t left = cursor.remaining();
  try {
    for (;;) {
      cursor = read_alike(cursor, leave, batch);
      calls = batch.calls.size();
      left = cursor.remaining();
      if (batch.full() || !read_and_learn(cursor, leave, memory)) break;
      left = cursor.remaining();
      leave.next();
      ++calls;
      if (batch.calls.back().is(kEndsFrame)) break;
    }
  } catch (const ArenaLimitReached&) {  // CallReader will meet it as well and report it
  }
  batch.calls.resize(calls);
  return window.bytes().size() - left;
}

#undef INLINE

}  // namespace loaders::apitrace
