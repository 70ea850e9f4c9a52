// Snappy chunks, as apitrace's tracer writes them. This is not Snappy's own framing format, which is younger.
//
//     file  = "at" chunk*
//     chunk = size:u32 byte*size       one raw Snappy block, which begins with its unpacked size
//
// The unpacked blocks in a row are the stream. A chunk of size 0, or fewer than 4 bytes, are its end.
//
// What real writers leave behind:
//  * A program that crashes leaves a last chunk that is shorter than it says. It is unpacked as far as possible.
//  * A program that forks leaves a second "at" where a chunk should begin, with a trace of its own after it. The stream
//    ends there, with an error that says so: the calls of two processes do not belong together.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

// The most bytes that one chunk may unpack to. Writers use 1 MiB.
constexpr std::size_t kMaxSnappyChunk = std::size_t{64} << 20;

// A chunk is unpacked straight into the buffer of the reader when there is room for it.
ByteSource unpack_snappy(InputWindow packed);

}  // namespace loaders
