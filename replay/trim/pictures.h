// The pictures that a recording shows, by their hashes, asked of a replay in another process.
#pragma once

#include <string>
#include <vector>

#include "replay/slice/slice.h"

namespace replay {

struct PictureJob {
  std::vector<std::string> limit_arguments;  // "--limit", ...
};

// The hashes of the pictures of these frames or calls, in their order. A replay that fails has no pictures.
std::vector<std::string> picture_hashes(const std::string& trace, const SliceOf& of, const PictureJob& job);

}  // namespace replay
