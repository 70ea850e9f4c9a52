#include "replay/shrink/candidate.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "loaders/stream/text.h"

namespace replay {
namespace {

using loaders::Arena;
using loaders::Call;
using loaders::Value;
using loaders::ValueKind;

Value cut(Value value, std::uint64_t bytes) {
  if (!value.has_memory() || bytes >= value.byte_size()) return value;
  value.count = static_cast<std::uint32_t>(value.kind == ValueKind::kArray ? bytes / elem_size(value.elem) : bytes);
  return value;
}

Value zeroed(Value value, std::uint64_t first, Arena& arena) {
  if (value.kind != ValueKind::kBlob && (value.kind != ValueKind::kArray || value.elem == loaders::Elem::kValue)) {
    return value;
  }
  const auto kept = value.bytes().first(std::min<std::uint64_t>(first, value.byte_size()));
  std::byte* bytes = arena.allocate(value.byte_size());
  std::memset(bytes, 0, value.byte_size());
  std::ranges::copy(kept, bytes);
  value.p = bytes;
  return value;
}

Value with_text(const Value& value, const std::string& text, Arena& arena) {
  const Value string = loaders::copy_text(text, arena);
  if (value.kind == ValueKind::kString) return string;
  if (value.kind != ValueKind::kArray || value.elem != loaders::Elem::kValue) return value;
  auto* strings = arena.allocate_array<Value>(1);
  *strings = string;
  return Value::of_memory(ValueKind::kArray, strings, 1, loaders::Elem::kValue);
}

Value changed(const Value& value, const Change& change, Arena& arena) {
  switch (change.how) {
    case Change::How::kNumber: {
      Value number = value;
      if (value.is_integer()) number.u = change.value;
      return number;
    }
    case Change::How::kCut: return cut(value, change.value);
    case Change::How::kZero: return zeroed(value, change.value, arena);
    case Change::How::kText: return with_text(value, change.text, arena);
    case Change::How::kNull: return {};
  }
  return value;
}

}  // namespace

std::size_t Candidate::calls() const { return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true)); }

std::uint64_t Candidate::hash() const {
  const std::vector<std::uint8_t> bits = packed_bits(kept);
  std::uint64_t hash = XXH3_64bits(bits.data(), bits.size());
  for (const Change& change : changes) {
    if (!kept[change.entry]) continue;
    const std::uint64_t numbers[] = {static_cast<std::uint64_t>(change.how), change.entry, change.argument,
                                     change.value};
    hash = XXH3_64bits_withSeed(numbers, sizeof numbers, hash);
    hash = XXH3_64bits_withSeed(change.text.data(), change.text.size(), hash);
  }
  return hash;
}

std::vector<std::uint8_t> packed_bits(const std::vector<bool>& kept) {
  std::vector<std::uint8_t> bytes((kept.size() + 7) / 8);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | 1u << i % 8);
  }
  return bytes;
}

std::vector<bool> unpacked_bits(const std::vector<std::uint8_t>& bytes, std::size_t entries) {
  std::vector<bool> kept(entries);
  for (std::size_t i = 0; i < std::min(entries, bytes.size() * 8); ++i) kept[i] = (bytes[i / 8] >> i % 8 & 1) != 0;
  return kept;
}

Call changed_call(const Call& call, std::span<const Change> changes, Arena& arena) {
  if (changes.empty() || call.is(loaders::kDerived)) return call;
  const std::size_t values = call.argc + std::size_t{call.has_result} + (call.is(loaders::kTimed) ? 1 : 0);
  auto* args = arena.allocate_array<Value>(values);
  std::copy_n(call.args, values, args);
  for (const Change& change : changes) {
    if (change.argument < call.argc) args[change.argument] = changed(args[change.argument], change, arena);
  }
  Call result = call;
  result.args = args;
  return result;
}

std::span<const Change> changes_of(const Candidate& candidate, EntryIndex entry) {
  const auto [begin, end] = std::ranges::equal_range(candidate.changes, entry, {}, &Change::entry);
  return {begin, end};
}

}  // namespace replay
