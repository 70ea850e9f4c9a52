// Unpacking ahead: a thread of its own unpacks the next piece of a stream while the reader works on the last one.
//
//     packed file ──> unpack() ──> a piece of 1 MiB ──> InputWindow ──> loader
//                     └──── this thread ────┘           └─ the reader's thread ─┘
//
// An InputWindow takes the pieces as they are: before them is room for what is left of the piece before, and where
// records are large two pieces lie one behind the other, so that the window needs to move no more than a part of a
// record. The bytes, and the error after them, are those of the source itself, in the same order. So a loader finds the
// same calls and the same error with and without the thread.
#pragma once

#include <cstdint>

#include "loaders/container/byte_source.h"

namespace loaders {

// How much is read before the thread starts. For a small recording a thread would cost more than it brings.
constexpr std::uint64_t kUnpackedBeforeThread = std::uint64_t{4} << 20;

// The thread starts when this much has been read, unless the process has a single processor. It ends with the source,
// wherever that is. Until then the process must not fork to go on in the child without an exec().
ByteSource unpack_ahead(ByteSource source, std::uint64_t start_after = kUnpackedBeforeThread);

}  // namespace loaders
