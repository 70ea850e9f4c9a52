// Contents: ways to make what is in the calls smaller, after no call can be dropped any more: textures and windows of
// fewer pixels, buffers and arrays of fewer bytes, draws of fewer vertices, zeros for data, shaders of fewer lines.
#pragma once

#include "replay/shrink/search.h"

namespace replay {

struct ContentOptions {
  bool shaders = false;  // drop lines of shaders as well
};

// Offers smaller contents to the search until none is accepted any more.
void shrink_contents(const StoredRecording& recording, const Dependencies& dependencies, const ContentOptions& options,
                     ShrinkSearch& search);

}  // namespace replay
