// What two drivers draw differently in a frame, call by call, out of what both sides have stored. As lines of the page:
//
//   ["differs", call, [[image, pixels, of, new, x, y, exceeds], ...]]
//        the images that the call draws into, and that differ after it: how many of how many pixels, how many of them
//        did not differ before this call, one of these (or -1, -1), and whether the tolerance does not allow it.
//        `pixels` is null for an image that one side lacks or has in another size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "replay/inspect/page_file.h"
#include "replay/picture/tolerance.h"

namespace replay {

// The bad side's blocks count from here in its lines, so that a page with both tells them apart.
constexpr std::size_t kBlocksOfBadSide = std::size_t{1} << 20;

struct SideDifferences {
  std::uint64_t compared = 0, differing = 0;  // calls
  // The first calls after which the tolerance is exceeded: by any image, and by colours.
  std::optional<std::uint64_t> first, first_color;
  std::optional<std::uint64_t> cut_at;  // the first call that one side lacks
};

// Throws CannotJudge.
SideDifferences compare_sides(const std::filesystem::path& good, const std::filesystem::path& bad,
                              const Tolerance& tolerance, PageFile& page);

}  // namespace replay
