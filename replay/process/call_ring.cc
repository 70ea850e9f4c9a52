#include "replay/process/call_ring.h"

#include <fmt/format.h>

#include <algorithm>

#include "glbindings/signature.h"

namespace replay {

std::vector<CallRing::Entry> CallRing::entries() const {
  const std::uint64_t count = count_.load();
  std::vector<Entry> entries;
  for (std::uint64_t i = count - std::min<std::uint64_t>(count, kKept); i < count; ++i) {
    entries.push_back({slots_[i % kKept].call.load(), slots_[i % kKept].function.load()});
  }
  return entries;
}

bool CallRing::last(Entry& entry) const {
  const std::uint64_t count = count_.load();
  if (count == 0) return false;
  entry = {slots_[(count - 1) % kKept].call.load(), slots_[(count - 1) % kKept].function.load()};
  return true;
}

std::string to_string(const CallRing::Entry& entry) {
  if (entry.function >= static_cast<std::uint32_t>(glbindings::FunctionId::kCount)) return std::to_string(entry.call);
  const char* name = glbindings::signature(static_cast<glbindings::FunctionId>(entry.function)).name();
  return name == nullptr || *name == '\0' ? std::to_string(entry.call) : fmt::format("{} {}", entry.call, name);
}

}  // namespace replay
