// Brotli: one stream, without a magic number and without framing. Bytes that are no Brotli at all can look like its
// start, so what comes out says nothing until it has been looked at.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

ByteSource unpack_brotli(InputWindow packed);

}  // namespace loaders
