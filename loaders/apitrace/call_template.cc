#include "loaders/apitrace/call_template.h"

#include <algorithm>

namespace loaders::apitrace {
namespace {

void release(std::span<std::uint8_t> mask, std::size_t at, std::size_t size) {
  std::fill_n(mask.begin() + static_cast<std::ptrdiff_t>(at), size, 0);
}

}  // namespace

std::unique_ptr<CallTemplate> CallTemplate::of(std::span<const std::byte> bytes, const Function& function,
                                               const Call& call) {
  // Flags and results stand after the bytes of a template, so the next call may have others.
  if (call.argc > kMaxArguments || call.flags != 0 || call.has_result != 0) return nullptr;
  auto call_template = std::make_unique<CallTemplate>();
  Cursor cursor(bytes.first(std::min(bytes.size(), kMaxBytes)));
  Mask mask;
  mask.fill(0xff);
  if (!call_template->find_numbers(cursor, function, call, mask)) return nullptr;
  call_template->call_ = call;
  std::copy_n(call.args, call.argc, call_template->values_.begin());
  const std::size_t size = cursor.offset();
  release(mask, size, kMaxBytes - size);
  call_template->bytes_ = static_cast<std::uint8_t>(size);
  std::array<std::byte, kMaxBytes> code{};
  std::copy_n(bytes.begin(), size, code.begin());
  for (std::size_t at = 0; at < size; at += sizeof(Word::bits)) {
    Word& word = call_template->code_[call_template->words_++];
    std::memcpy(&word.bits, &code[at], sizeof word.bits);
    std::memcpy(&word.mask, &mask[at], sizeof word.mask);
  }
  return call_template;
}

// Leaves the cursor after the last argument. False when there is a value that a template cannot have, or too many
// bytes.
bool CallTemplate::find_numbers(Cursor& cursor, const Function& function, const Call& call, Mask& mask) {
  cursor.u8();       // event
  cursor.uleb128();  // thread
  cursor.uleb128();  // function
  for (std::uint8_t argument = 0; argument < call.argc; ++argument) {
    if (static_cast<Detail>(cursor.u8()) != Detail::kArgument || cursor.u8() != argument) return false;
    if (!add_argument(cursor, argument, function.arguments[argument], mask) || !cursor.ok()) return false;
  }
  return cursor.ok();
}

bool CallTemplate::add_argument(Cursor& cursor, std::uint8_t argument, const ValuePlan& plan, Mask& mask) {
  const auto tag = static_cast<Tag>(cursor.u8());
  const auto at = static_cast<std::uint8_t>(cursor.offset());
  switch (tag) {
    case Tag::kFloat:
      cursor.u32();
      if (!cursor.ok()) return false;
      release(mask, at, sizeof(float));
      floats_[float_count_++] = {at, argument, sizeof(float)};
      return true;
    case Tag::kPositive: {
      const std::uint64_t bits = cursor.uleb128();
      if (!cursor.ok()) return false;
      add_integer({at, argument, static_cast<std::uint8_t>(cursor.offset() - at)}, bits, plan, mask);
      return true;
    }
    case Tag::kBlob:
    case Tag::kArray: return add_block(cursor, argument, tag == Tag::kBlob, mask);
    default: return skip_fixed(cursor, tag);
  }
}

// The bits of an integer may differ from call to call as far as its type has room for them, but its number of bytes may
// not. Large integers have to stay the same: they are addresses and the like.
void CallTemplate::add_integer(Number number, std::uint64_t bits, const ValuePlan& plan, Mask& mask) {
  const bool is_signed = plan.shortcut == Shortcut::kSigned;
  if (!is_signed && plan.shortcut != Shortcut::kUnsigned) return;
  const unsigned room = std::min(kMaxBitsOfInteger, 64u - plan.unused_bits - (is_signed ? 1 : 0));
  if (bits >> room != 0) return;
  for (unsigned group = 0; group < number.size && 7 * group < room; ++group) {
    const unsigned free = std::min(7u, room - 7 * group);
    mask[number.at + group] = static_cast<std::uint8_t>(~((1u << free) - 1));
  }
  integers_[integer_count_++] = number;
}

bool CallTemplate::add_block(Cursor& cursor, std::uint8_t argument, bool is_blob, Mask& mask) {
  const std::uint64_t count = cursor.uleb128();
  const auto at = static_cast<std::uint8_t>(cursor.offset());
  const std::size_t each = is_blob ? 1 : kTaggedFloat, tags = is_blob ? 0 : 1;
  if (block_count_ == kMaxBlocks || count > kMaxBytes || !cursor.require(count * each)) return false;
  for (std::size_t i = 0; i < count; ++i) release(mask, at + i * each + tags, each - tags);
  cursor.bytes(count * each);
  blocks_[block_count_++] = {at, argument, static_cast<std::uint8_t>(count), is_blob};
  return true;
}

// Moves past a value that has to be the same in all calls. False when a template cannot have such a value.
bool CallTemplate::skip_fixed(Cursor& cursor, Tag tag) {
  switch (tag) {
    case Tag::kNull: return true;
    case Tag::kNegative:
    case Tag::kPointer: cursor.uleb128(); return true;
    case Tag::kBitmask:
      cursor.uleb128();  // id
      cursor.uleb128();
      return true;
    case Tag::kEnum:
      cursor.uleb128();  // id
      cursor.u8();       // sign
      cursor.uleb128();
      return true;
    default: return false;
  }
}

void CallTemplates::learn(std::span<const std::byte> bytes, const Call& call, const Signatures& signatures) {
  Cursor cursor(bytes);
  cursor.u8();       // event
  cursor.uleb128();  // thread
  const std::uint64_t id = cursor.uleb128();
  const Function* function = signatures.find_function(id);
  if (!cursor.ok() || id >= kMaxEntries || function == nullptr) return;
  if (id >= entries_.size()) entries_.resize(id + 1);
  Entry& entry = entries_[id];
  if (entry.call_template != nullptr) {
    const bool has_served = entry.call_template->take_served() >= kWorthwhile;
    entry.is_proven |= has_served;
    if (has_served) return;  // only this call is different
    entry.call_template.reset();
    if (!entry.is_proven) {
      entry.rest = kRest;
      return;
    }
  }
  entry.is_proven = false;
  entry.call_template = CallTemplate::of(bytes, *function, call);
  if (entry.call_template == nullptr) entry.rest = kRest;
}

}  // namespace loaders::apitrace
