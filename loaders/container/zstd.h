// zstd: one frame after another, with skippable frames anywhere among them. The "seekable" form is the same: its table
// is a skippable frame at the end. When a writer crashes, the table is missing and the last frame is unfinished.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

ByteSource unpack_zstd(InputWindow packed);

}  // namespace loaders
