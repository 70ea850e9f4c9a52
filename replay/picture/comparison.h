// Comparison: by how much two pictures differ, and whether a tolerance allows it. Alpha does not count, as in
// md5_of_rgb(): a window has none.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "replay/picture/picture.h"
#include "replay/picture/tolerance.h"

namespace replay {

struct Comparison {
  int width = 0, height = 0;              // of the first picture
  int other_width = 0, other_height = 0;  // of the second picture; if the sizes differ, only `passes` has a meaning
  std::uint64_t pixels = 0;
  std::uint64_t differing = 0;   // pixels that are not equal
  std::uint64_t exceeding = 0;   // pixels with a channel that differs by more than Tolerance::channel (kExact: at all)
  int largest = 0;               // the largest difference of a channel
  int x = 0, y = 0;              // the first pixel with the largest difference, counted from the top left
  std::optional<double> ssim{};  // the similarity of the worst channel; only in Mode::kSsim
  bool passes = false;

  bool same_size() const { return width == other_width && height == other_height; }
};

// Precondition: both pictures are valid().
Comparison compare(const Picture& first, const Picture& second, const Tolerance& tolerance);

// "12 of 3072 pixels (0.39 %) differ, by up to 34 at (12, 40)"; "no pixel differs"; "320x240 against 640x480".
std::string to_string(const Comparison& comparison);
nlohmann::json to_json(const Comparison& comparison);

// Returns the mean structural similarity of the worst of the three channels; similarity.h has how. Precondition: both
// pictures are valid() and have the same size.
double mean_ssim(const Picture& first, const Picture& second);

// Returns a picture that shows people what differs: the first picture in pale grey, and on it each pixel that differs,
// in a colour from yellow (by 1) to red (by 64 or more). It is as large as the larger of both; what only one of them
// has is magenta.
Picture difference_picture(const Picture& first, const Picture& second);

}  // namespace replay
