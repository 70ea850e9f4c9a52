// Containers: how a whole file is compressed. The first bytes of a file tell, never its name.
//
//     61 74          Snappy chunks            28 b5 2f fd       zstd
//     1f 8b          gzip                     5? 2a 4d 18       zstd, with a skippable frame first
//     anything else  Brotli, which has no magic number, or no container at all
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

enum class Container : std::uint8_t { kSnappy, kGzip, kZstd, kBrotli };

Container detect_container(std::span<const std::byte> start);
const char* container_name(Container container);  // "snappy"

// The unpacked bytes of `packed`, which is at the start of the file. The source ends with an error above the limits of
// `packed`. A thread of its own unpacks ahead where `packed` allows it.
ByteSource unpack(Container container, InputWindow packed);

}  // namespace loaders
