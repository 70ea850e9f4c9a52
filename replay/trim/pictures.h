// The pictures that a recording shows, by their sizes and hashes, asked of a replay in another process.
#pragma once

#include <string>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/seek/guesses.h"
#include "replay/slice/slice.h"

namespace replay {

// Of a picture.
struct SizedHash {
  std::string hash;
  WindowSize size;
  bool operator==(const SizedHash&) const = default;
};

struct ShownPictures {
  std::vector<SizedHash> pictures;            // in their order. A replay that fails has none
  SeekGuesses guesses = SeekGuesses::none();  // with which they were sought
};

// What these frames or calls show. `arguments` ("--limit", ...) are for the replay.
ShownPictures shown_pictures(const std::string& trace, const SliceOf& of, const std::vector<std::string>& arguments);

}  // namespace replay
