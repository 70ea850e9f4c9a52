#include "replay/base/limits.h"

#include <unistd.h>

#include <algorithm>

namespace replay {
namespace {

// So that sums and products of a few such numbers fit into 64 bits.
constexpr std::uint64_t kAny = std::uint64_t{1} << 56;

constexpr loaders::NamedLimit<DriverLimits> kNames[] = {
    {&DriverLimits::storage, "storage", "bytes of images and buffers that hold no data of the file", kAny},
    {&DriverLimits::window, "window", "pixels of one window", kAny},
    {&DriverLimits::objects, "objects", "live objects of one kind", UINT32_MAX},
    {&DriverLimits::contexts, "contexts", "contexts at the same time", UINT32_MAX},
    {&DriverLimits::vertices, "vertices", "vertices times instances of one draw", kAny},
    {&DriverLimits::groups, "groups", "work groups of one dispatch", kAny},
    {&DriverLimits::list_calls, "list-calls", "calls that one display list leads to", kAny},
};

}  // namespace

std::uint64_t DriverLimits::default_storage() {
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 20, kMax = std::uint64_t{3} << 30;
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || bytes <= 0) return kLeast;
  return std::clamp(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) / 2, kLeast, kMax);
}

std::span<const loaders::NamedLimit<DriverLimits>> named_driver_limits() { return kNames; }

}  // namespace replay
