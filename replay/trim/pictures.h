// The pictures that a recording shows, by their sizes and hashes, asked of a replay in another process.
#pragma once

#include <string>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/slice/slice.h"

namespace replay {

// Of a picture.
struct SizedHash {
  std::string hash;
  WindowSize size;
  bool operator==(const SizedHash&) const = default;
};

// The pictures of these frames or calls, in their order. A replay that fails has no pictures. `arguments` ("--limit",
// ...) are for the replay.
std::vector<SizedHash> shown_pictures(const std::string& trace, const SliceOf& of,
                                      const std::vector<std::string>& arguments);

}  // namespace replay
