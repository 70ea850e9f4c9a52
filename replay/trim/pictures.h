// The pictures that a recording shows, by their hashes, asked of a replay in another process.
#pragma once

#include <string>
#include <vector>

#include "replay/slice/slice.h"

namespace replay {

// The hashes of the pictures of these frames or calls, in their order. A replay that fails has no pictures.
// `arguments` ("--limit", ...) are for the replay.
std::vector<std::string> picture_hashes(const std::string& trace, const SliceOf& of,
                                        const std::vector<std::string>& arguments);

}  // namespace replay
