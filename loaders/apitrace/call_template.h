// CallTemplate: the bytes that the calls of a function have in common in the file, so that the next call need not be
// parsed.
//
// Programs make the same call again with other numbers. Then tags, indices, ids and lengths are the same bytes as
// before, and only the bits of floats, integers and blobs differ. A call whose other bytes agree with the template has
// its numbers at the same places.
//
//     00 00 8c 02   01 00 05 .. .. .. ..   01 01 05 .. .. .. ..        glVertex2f(x, y); the dots are its numbers
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "loaders/apitrace/signatures.h"
#include "loaders/base/cursor.h"
#include "loaders/base/unchecked_cursor.h"

namespace loaders::apitrace {

class CallTemplate {
 public:
  // The bytes from the event to the last argument. A call of more has no template, and agrees() and fill() look at no
  // more.
  static constexpr std::size_t kMaxBytes = 128;
  // fill() writes no more than kMaxValues.
  static constexpr std::size_t kMaxArguments = 10, kMaxBlocks = 2;
  static constexpr std::size_t kMaxValues = kMaxArguments + 1 + kMaxBytes / sizeof(Value) + kMaxBlocks;

  // The template of `call`, which FastPath has read from the start of `bytes`; null if the call has none.
  static std::unique_ptr<CallTemplate> of(std::span<const std::byte> bytes, const Function& function, const Call& call);

  // Whether the call at `cursor` has the bytes of the template.
  [[gnu::always_inline]] bool agrees(const UncheckedCursor& cursor) const {
    if ((differs(cursor, 0) | differs(cursor, 1) | differs(cursor, 2)) != 0) return false;
    for (std::size_t i = 3; i < words_; ++i) {
      if (differs(cursor, i) != 0) return false;
    }
    return true;
  }

  // How many bytes a call that agrees takes, up to the end of its arguments.
  std::size_t bytes() const { return bytes_; }
  // What all calls that agree have in common.
  const Call& call() const { return call_; }
  // Writes the arguments of the call at `cursor`, which agrees, to `values`; then, after one more value, the memory of
  // its arrays and blobs. Returns the end of all that. The one more value makes a call without arguments take room as
  // well: otherwise there would be no end to how many such calls fit.
  [[gnu::always_inline]] Value* fill(const UncheckedCursor& cursor, Value* values) {
    ++served_;
    for (std::size_t i = 0; i < call_.argc; ++i) values[i] = values_[i];
    for (const Number *each = floats_.data(), *end = each + float_count_; each != end; ++each) {
      const std::uint32_t bits = cursor.peek<std::uint32_t>(each->at);
      std::memcpy(&values[each->argument].f, &bits, sizeof bits);
    }
    Value* free = values + call_.argc + 1;
    if ((integer_count_ | block_count_) == 0) return free;
    for (const Number *each = integers_.data(), *end = each + integer_count_; each != end; ++each) {
      values[each->argument].u = integer(cursor, *each);
    }
    for (const Block *each = blocks_.data(), *end = each + block_count_; each != end; ++each) {
      values[each->argument].p = free;
      free = each->is_blob ? copy_blob(cursor, *each, free) : copy_floats(cursor, *each, free);
    }
    return free;
  }

  // How many calls have been filled in since this was last asked.
  std::uint32_t take_served() { return std::exchange(served_, 0); }

 private:
  static constexpr unsigned kMaxBitsOfInteger = 21;  // three bytes
  struct Word {
    std::uint64_t bits = 0, mask = 0;
  };
  struct Number {
    std::uint8_t at = 0, argument = 0, size = 0;  // its first byte in the template, and how many it has
  };
  // A small blob or an array of floats, each of which has a tag before it.
  struct Block {
    std::uint8_t at = 0, argument = 0, count = 0;  // bytes or floats
    bool is_blob = false;
  };
  static constexpr std::size_t kTaggedFloat = 1 + sizeof(float);
  using Mask = std::array<std::uint8_t, kMaxBytes>;

  bool find_numbers(Cursor& cursor, const Function& function, const Call& call, Mask& mask);
  bool add_argument(Cursor& cursor, std::uint8_t argument, const ValuePlan& plan, Mask& mask);
  void add_integer(Number number, std::uint64_t bits, const ValuePlan& plan, Mask& mask);
  bool add_block(Cursor& cursor, std::uint8_t argument, bool is_blob, Mask& mask);
  static bool skip_fixed(Cursor& cursor, Tag tag);

  [[gnu::always_inline]] std::uint64_t differs(const UncheckedCursor& cursor, std::size_t word) const {
    return (cursor.peek<std::uint64_t>(word * sizeof(Word::bits)) ^ code_[word].bits) & code_[word].mask;
  }
  [[gnu::always_inline]] static std::uint64_t integer(const UncheckedCursor& cursor, Number number) {
    std::uint64_t bits = cursor.peek<std::uint8_t>(number.at) & 0x7f;
    for (std::size_t i = 1; i < number.size; ++i)
      bits |= std::uint64_t{cursor.peek<std::uint8_t>(number.at + i) & 0x7fu} << 7 * i;
    return bits;
  }
  [[gnu::always_inline]] static Value* copy_floats(const UncheckedCursor& cursor, Block block, Value* to) {
    auto* memory = reinterpret_cast<std::byte*>(to);
    for (std::size_t i = 0; i < block.count; ++i) {
      const std::uint32_t bits = cursor.peek<std::uint32_t>(block.at + i * kTaggedFloat + 1);
      std::memcpy(memory + i * sizeof bits, &bits, sizeof bits);
    }
    return to + (block.count * sizeof(float) + sizeof(Value) - 1) / sizeof(Value);
  }
  // Copies whole words: there is room for them, and nothing else lies in the memory after the blob yet.
  [[gnu::always_inline]] static Value* copy_blob(const UncheckedCursor& cursor, Block block, Value* to) {
    auto* memory = reinterpret_cast<std::byte*>(to);
    for (std::size_t at = 0; at < block.count; at += sizeof(std::uint64_t)) {
      const std::uint64_t bits = cursor.peek<std::uint64_t>(block.at + at);
      std::memcpy(memory + at, &bits, sizeof bits);
    }
    return to + (block.count + sizeof(Value) - 1) / sizeof(Value);
  }

  std::uint8_t words_ = 0, bytes_ = 0, float_count_ = 0, integer_count_ = 0, block_count_ = 0;
  std::uint32_t served_ = 0;
  Call call_;
  std::array<Word, kMaxBytes / sizeof(std::uint64_t)> code_;
  std::array<Value, kMaxArguments> values_;
  std::array<Number, kMaxArguments> floats_, integers_;
  std::array<Block, kMaxBlocks> blocks_;
};

// The template of each function whose calls have one.
class CallTemplates {
 public:
  struct Entry {
    std::unique_ptr<CallTemplate> call_template;  // null: none is known
    std::uint32_t rest = 0;                       // how many more calls go by before a template may be learned
    bool is_proven = false;                       // the template has served
  };
  using Entries = std::span<Entry>;
  Entries all() { return entries_; }

  // The template for the call at `cursor`, of which four bytes must be there; null where none is known.
  [[gnu::always_inline]] static CallTemplate* find(Entries entries, const UncheckedCursor& cursor) {
    const std::size_t id = short_id(cursor);
    return id < entries.size() ? entries[id].call_template.get() : nullptr;
  }
  // Whether the call at `cursor`, which has no template or does not agree with it, is to be given to learn().
  [[gnu::always_inline]] bool wants(const UncheckedCursor& cursor) {
    const std::size_t id = short_id(cursor);
    if (id >= entries_.size() || entries_[id].rest == 0) return true;
    --entries_[id].rest;
    return false;
  }
  // Learns from `call`, which did not agree; FastPath has read it from the start of `bytes`. A template stays when it
  // has served several calls since the last one that did not agree. Otherwise a new one takes its place. When that one
  // does not serve either, the function gets no template for a while.
  void learn(std::span<const std::byte> bytes, const Call& call, const Signatures& signatures);

 private:
  // Learning a template takes as long as reading a few calls.
  static constexpr std::uint32_t kWorthwhile = 4, kRest = 1000;
  static constexpr std::size_t kMaxEntries = 1024;  // ids of functions; recorders count them from 0

  // The function's id, if it and the thread's have the usual lengths. Otherwise this is the id of some function with
  // whose template the call does not agree.
  [[gnu::always_inline]] static std::size_t short_id(const UncheckedCursor& cursor) {
    const std::uint32_t start = cursor.peek<std::uint32_t>();
    const std::uint32_t low = start >> 16 & 0x7f, high = start >> 24 & 0x7f;
    return (start >> 16 & 0x80) == 0 ? low : low | high << 7;
  }

  std::vector<Entry> entries_;  // by the file's ids of functions
};

}  // namespace loaders::apitrace
