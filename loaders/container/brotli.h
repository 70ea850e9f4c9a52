// Brotli: one stream, without a magic number and without framing. Bytes that are no Brotli at all can look like the
// start of a stream. So whoever reads the unpacked bytes must check that they make sense.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

ByteSource unpack_brotli(InputWindow packed);

}  // namespace loaders
