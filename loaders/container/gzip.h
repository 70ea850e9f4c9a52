// gzip: one member after another, as `gzip`, zlib's gzwrite and apitrace until 2012 write them. Zero bytes after a
// member are padding. When a writer crashes, the last member lacks its end.
#pragma once

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

ByteSource unpack_gzip(InputWindow packed);

}  // namespace loaders
