// CallTemplate: what the last calls of a function had in common in the file, so that the next one need not be taken apart.
//
// Programs make the same call with other numbers. Then tags, indices, ids and lengths are what they were, and only the bits of floats,
// integers and blobs differ: a call that agrees in all the others is known as a whole, and so is where its numbers lie.
//
//     00 00 8c 02   01 00 05 .. .. .. ..   01 01 05 .. .. .. ..        glVertex2f(x, y), the dots being free
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
  // From the event to the last argument. A call of more has no template. What agrees() and fill() look at, at most.
  static constexpr std::size_t kMaxBytes = 128;
  // That fill() writes.
  static constexpr std::size_t kMaxArguments = 10, kMaxBlocks = 2;
  static constexpr std::size_t kMaxValues = kMaxArguments + 1 + kMaxBytes / sizeof(Value) + kMaxBlocks;

  // That of `call`, which FastPath has read from the start of `bytes`; null if it has none.
  static std::unique_ptr<CallTemplate> of(std::span<const std::byte> bytes, const Function& function, const Call& call);

  // `cursor` is at the event, as for fill().
  [[gnu::always_inline]] bool agrees(const UncheckedCursor& cursor) const {
    if ((differs(cursor, 0) | differs(cursor, 1) | differs(cursor, 2)) != 0) return false;
    for (std::size_t i = 3; i < words_; ++i) {
      if (differs(cursor, i) != 0) return false;
    }
    return true;
  }

  // Of a call that agrees: what it takes without its end, and what does not depend on its numbers.
  std::size_t bytes() const { return bytes_; }
  const Call& call() const { return call_; }
  // The arguments of a call that agrees and, one value further, their memory: a call without arguments takes a value as well, or
  // there would be no end to how many fit. Returns where that ends.
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

  // How many calls have agreed since it was last asked.
  std::uint32_t take_served() { return std::exchange(served_, 0); }

 private:
  static constexpr unsigned kMaxBitsOfInteger = 21;  // three bytes
  struct Word {
    std::uint64_t bits = 0, mask = 0;
  };
  struct Number {
    std::uint8_t at = 0, argument = 0, size = 0;  // the byte where it begins, and how many it has
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
    for (std::size_t i = 1; i < number.size; ++i) bits |= std::uint64_t{cursor.peek<std::uint8_t>(number.at + i) & 0x7fu} << 7 * i;
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
  // In whole words: there is room, and what lies behind belongs to nobody.
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

// The template of each function's calls, as long as they have one.
class CallTemplates {
 public:
  struct Entry {
    std::unique_ptr<CallTemplate> call_template;  // null: none is known
    std::uint32_t rest = 0;              // calls before one may be learned
    bool is_proven = false;              // it has served
  };
  using Entries = std::span<Entry>;
  Entries all() { return entries_; }

  // Of the call that `cursor` is at, of which four bytes are there; null where none is known.
  [[gnu::always_inline]] static CallTemplate* find(Entries entries, const UncheckedCursor& cursor) {
    const std::size_t id = short_id(cursor);
    return id < entries.size() ? entries[id].call_template.get() : nullptr;
  }
  // Of a call that did not agree with that template: whether learn() is to know.
  [[gnu::always_inline]] bool wants(const UncheckedCursor& cursor) {
    const std::size_t id = short_id(cursor);
    if (id >= entries_.size() || entries_[id].rest == 0) return true;
    --entries_[id].rest;
    return false;
  }
  // `call` did not agree; FastPath has read it from the start of `bytes`. A template stays when only one call in a while does not
  // agree, and gives way to another when several do not. When that one does not serve either, the function has no entries for now.
  void learn(std::span<const std::byte> bytes, const Call& call, const Signatures& signatures);

 private:
  // To learn a template takes as long as to read a few calls.
  static constexpr std::uint32_t kWorthwhile = 4, kRest = 1000;
  static constexpr std::size_t kMaxEntries = 1024;  // functions; recorders count them from 0

  // The function's id, if both it and the thread's are as short as nearly all. For others it leads to a template with which the
  // call does not agree.
  [[gnu::always_inline]] static std::size_t short_id(const UncheckedCursor& cursor) {
    const std::uint32_t start = cursor.peek<std::uint32_t>();
    const std::uint32_t low = start >> 16 & 0x7f, high = start >> 24 & 0x7f;
    return (start >> 16 & 0x80) == 0 ? low : low | high << 7;
  }

  std::vector<Entry> entries_;  // by the file's ids of functions
};

}  // namespace loaders::apitrace
