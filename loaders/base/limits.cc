#include "loaders/base/limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace loaders {
namespace {

constexpr std::uint64_t kAny = std::uint64_t{1} << 60;

// The highest values: Value::count has 32 bits, nested values are read by recursion, and tables are as large as the
// highest id.
constexpr NamedLimit<Limits> kNamedLimits[] = {
    {&Limits::stream_bytes, "stream-bytes", "of a compressed file, unpacked", kAny},
    {&Limits::unpack_ratio, "unpack-ratio", "bytes that a byte of a compressed file unpacks to, from 1 GiB on", kAny},
    {&Limits::record_bytes, "record-bytes", "of one call or chunk, as the file stores it", UINT32_MAX},
    {&Limits::call_bytes, "call-bytes", "of one call in memory, unpacked", UINT32_MAX},
    {&Limits::text_bytes, "text-bytes", "of one string", UINT32_MAX},
    {&Limits::json_bytes, "json-bytes", "of one object of a JSON file; parsed it takes 20 times as much", UINT32_MAX},
    {&Limits::elements, "elements", "of one array, and strings of one chunk", UINT32_MAX},
    {&Limits::nesting, "nesting", "of values in values", 1000},
    {&Limits::name_bytes, "name-bytes", "of the name of a function", UINT32_MAX},
    {&Limits::definition_bytes, "definition-bytes", "of all names and signatures together", UINT32_MAX},
    {&Limits::ids, "ids", "of functions, enums, structs of an apitrace file", std::uint64_t{1} << 24},
    {&Limits::open_calls, "open-calls", "that are entered and not left yet", std::uint64_t{1} << 20},
    {&Limits::image_pixels, "image-pixels", "of an image file of a web page", std::uint64_t{1} << 28},
    {&Limits::page_bytes, "page-bytes", "of the objects of a web page that the loader remembers", kAny},
};

}  // namespace

std::span<const NamedLimit<Limits>> named_limits() { return kNamedLimits; }

std::string Limits::option(std::uint64_t Limits::*limit) const {
  const auto* named = std::ranges::find(kNamedLimits, limit, &NamedLimit<Limits>::value);
  return fmt::format("--limit {}={}", named->name, this->*limit);
}

}  // namespace loaders
