// Contents: ways to make what is in the calls smaller, after no call can be dropped any more: textures and windows of
// fewer pixels, buffers and arrays of fewer bytes, draws of fewer vertices, zeros for data, shaders of fewer lines.
#pragma once

#include "replay/shrink/search.h"

namespace replay {

struct ContentOptions {
  bool shaders = false;  // drop lines of shaders as well
};

// The changes that divide all windows and textures of a candidate by 2 to the power of `shift`. They are for the first
// candidates of a search: where the fault is still there with them, every candidate that follows draws and uploads a
// fraction of the pixels.
std::vector<Change> smaller_sizes(const StoredRecording& recording, const Dependencies& dependencies,
                                  const Candidate& candidate, unsigned shift);

// Offers smaller contents to the search until none is accepted any more.
void shrink_contents(const StoredRecording& recording, const Dependencies& dependencies, const ContentOptions& options,
                     ShrinkSearch& search);

}  // namespace replay
