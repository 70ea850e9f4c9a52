// What a call is for, as far as it matters to somebody who looks for stalls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

enum class CallKind : std::uint8_t {
  kOther,
  kDraw,
  kUpload,    // gives memory of the program to a buffer or a texture
  kCompile,   // compiles or links
  kReadback,  // gives the program what GL has to finish first: pixels, contents of buffers, results of queries
  kWait,      // waits for the GPU or for a fence
  kSwap,
  kCount
};

// "draws", for tables.
const char* name_of(CallKind kind);

// `has_pack_buffer`: a buffer is bound for the pixels that GL writes, so that reading pixels waits for nothing.
CallKind kind_of(const loaders::Call& call, bool has_pack_buffer = false);

// Whether the call opens or closes a group of calls with a name (glPushDebugGroup, glPushGroupMarkerEXT).
bool opens_group(const loaders::Call& call);
bool closes_group(const loaders::Call& call);

}  // namespace replay
