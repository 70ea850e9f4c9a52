// Compression of whole files, in the containers that detect.h lists: what detect.h's unpack() and apitrace read back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "loaders/container/byte_sink.h"

namespace loaders {

// kNone stores the bytes as they are, in a container all the same: no reader of traces knows files without one. They
// are Snappy chunks, none of whose bytes is compressed.
enum class Packing : std::uint8_t { kSnappy, kGzip, kZstd, kBrotli, kNone };

// The names that people give: "snappy", "zlib" (or "gzip"), "zstd", "brotli", "none".
std::optional<Packing> find_packing(std::string_view name);

// A sink that compresses what it gets, and hands that to `to`, which it finishes as well. It keeps back a few megabytes
// at most.
ByteSink pack(Packing packing, ByteSink to);

}  // namespace loaders
