#include "replay/dispatch/policies/memory.h"

namespace replay {

const void* readable(CallInProgress& attempt, const loaders::Value& recorded, std::int64_t bytes,
                     std::size_t alignment) {
  const loaders::Value value = attempt.dispatcher.heap.resolve(recorded);
  if (!value.has_memory() || value.elem == loaders::Elem::kValue) {
    if (bytes > 0) attempt.skip(value.kind == loaders::ValueKind::kPointer ? Skip::kStrayAddress : Skip::kNoData);
    return nullptr;
  }
  if (static_cast<std::uint64_t>(bytes) > value.byte_size()) {
    attempt.skip(Skip::kShortData);
    return nullptr;
  }
  attempt.context().group->storage.total().brought += static_cast<std::uint64_t>(bytes);
  if (bytes == 0 || reinterpret_cast<std::uintptr_t>(value.p) % alignment == 0) [[likely]]
    return value.p;
  auto* aligned = attempt.scratch<std::byte>(static_cast<std::size_t>(bytes));
  std::memcpy(aligned, value.p, static_cast<std::size_t>(bytes));
  return aligned;
}

std::byte* zeroed(CallInProgress& attempt, std::int64_t bytes) {
  if (bytes > kMaxScratch) {
    attempt.skip(Skip::kBadValue);
    return nullptr;
  }
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  auto* memory = attempt.scratch<std::byte>(size);
  std::memset(memory, 0, size);
  return memory;
}

const char** c_strings(CallInProgress& attempt, const loaders::Value& value, std::int64_t count) {
  if (count == 0 && value.is_null()) return nullptr;
  const auto strings = value.array<loaders::Value>();
  if (value.kind != loaders::ValueKind::kArray || value.elem != loaders::Elem::kValue) {
    attempt.skip(Skip::kNoData);
    return nullptr;
  }
  if (static_cast<std::uint64_t>(count) > strings.size()) {
    attempt.skip(Skip::kShortData);
    return nullptr;
  }
  auto** pointers = attempt.scratch<const char*>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto& string = strings[i];
    pointers[i] = string.kind == loaders::ValueKind::kString ? static_cast<const char*>(string.p) : "";
  }
  return pointers;
}

}  // namespace replay
