// zstd: one frame after another, skippable frames anywhere among them. The "seekable" form is nothing else: its table
// is a skippable frame at the end. A crashed writer leaves the table out and the last frame unfinished.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

ByteSource unpack_zstd(InputWindow packed);

}  // namespace loaders
