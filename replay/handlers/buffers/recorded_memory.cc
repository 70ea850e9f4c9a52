// malloc, free, realloc and memcpy of the recorded process. apitrace records writes through a mapped buffer as memcpy.
#include <algorithm>
#include <cstring>

#include "replay/dispatch/mapping.h"
#include "replay/handlers/common.h"
#include "replay/platform/listener.h"

namespace replay::handlers {
namespace {

// Copies the part of [address, address + size) that is inside the mapping. Recorders write whole pages, which may
// begin before the mapping and end after it.
void write_into(const Mapping& mapping, std::uint64_t address, const std::byte* source, std::uint64_t size) {
  if ((mapping.access & GL_MAP_WRITE_BIT) == 0) return;
  const std::uint64_t begin = std::max(address, mapping.recorded);
  const std::uint64_t end = std::min(address + size, mapping.recorded + mapping.length);
  if (begin >= end) return;
  const std::span part(source + (begin - address), end - begin);
  std::memcpy(mapping.live + (begin - mapping.recorded), part.data(), part.size());
  if (listener != nullptr) listener->wrote(mapping.live + (begin - mapping.recorded), part);
}

bool overlaps(const Mapping& mapping, std::uint64_t address, std::uint64_t size) {
  return mapping.recorded != 0 && address < mapping.recorded + mapping.length && mapping.recorded < address + size;
}

}  // namespace

void recorded_memcpy(Dispatcher& d, const Call& call) {
  const std::uint64_t address = call.args[0].u;
  const Value source = d.heap.resolve(call.args[1]);
  const std::uint64_t size = std::min<std::uint64_t>(call.args[2].u, source.byte_size());
  if (!source.has_memory() || address + size < address) return d.skip(call, Skip::kNoData);
  const auto* bytes = static_cast<const std::byte*>(source.p);
  bool found = false;
  if (d.context != nullptr) {
    for (const auto& [buffer, mapping] : d.context->group->mappings) {
      if (!overlaps(mapping, address, size) || !is_still_mapped(d, buffer, mapping).value_or(false)) continue;
      write_into(mapping, address, bytes, size);
      found = true;
    }
  }
  if (const auto memory = d.heap.find(address); !found && !memory.empty()) {
    std::memmove(memory.data(), bytes, std::min<std::size_t>(memory.size(), size));
    found = true;
  }
  // The map failed in this run, or its end is not recorded.
  if (!found && size > 0) d.skip(call, Skip::kStrayAddress);
}

void recorded_malloc(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || call.result()->u == 0) return;
  if (!d.heap.allocate(call.result()->u, call.args[0].u)) d.skip(call, Skip::kBadValue);
}

void recorded_free(Dispatcher& d, const Call& call) { d.heap.release(call.args[0].u); }

void recorded_realloc(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || call.result()->u == 0) return;
  if (!d.heap.reallocate(call.args[0].u, call.result()->u, call.args[1].u)) d.skip(call, Skip::kBadValue);
}

}  // namespace replay::handlers
