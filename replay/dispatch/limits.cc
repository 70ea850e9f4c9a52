#include "replay/dispatch/limits.h"

namespace replay {
namespace {

constexpr std::uint64_t kAny = std::uint64_t{1} << 56;  // sums and products of a few stay in 64 bits

constexpr loaders::NamedLimit<DriverLimits> kNames[] = {
    {&DriverLimits::storage, "storage", "bytes of images and buffers that hold no data of the file", kAny},
    {&DriverLimits::objects, "objects", "live objects of one kind", UINT32_MAX},
    {&DriverLimits::vertices, "vertices", "vertices times instances of one draw", kAny},
    {&DriverLimits::groups, "groups", "work groups of one dispatch", kAny},
    {&DriverLimits::list_calls, "list-calls", "calls that one display list leads to", kAny},
};

}  // namespace

std::span<const loaders::NamedLimit<DriverLimits>> named_driver_limits() { return kNames; }

}  // namespace replay
