// Snappy chunks, as apitrace's tracer writes them. Not Snappy's own framing, which is younger.
//
//     file  = "at" chunk*
//     chunk = size:u32 byte*size       one raw Snappy block, which begins with its unpacked size
//
// The unpacked blocks in a row are the stream. A chunk of size 0, or fewer than 4 bytes, are its end.
//
// What real writers leave behind:
//  * a crashed program: the last chunk is shorter than it says. As much of it as can be is unpacked.
//  * a program that forked: a second "at" where a chunk should begin, with a trace of its own after it. The stream ends
//    there, with a problem that says so: the calls of two processes do not belong together.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

// Of one chunk, unpacked. Writers use 1 MiB.
constexpr std::size_t kMaxSnappyChunk = std::size_t{64} << 20;

// Unpacks straight into the buffer of the reader when it has room for the chunk.
ByteSource unpack_snappy(InputWindow packed);

}  // namespace loaders
