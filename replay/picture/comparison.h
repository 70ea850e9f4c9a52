// Comparison: by how much two pictures differ, and whether a tolerance allows it. Alpha does not count, as in
// md5_of_rgb(): a window has none.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "replay/picture/tolerance.h"
#include "replay/picture/picture.h"

namespace replay {

struct Comparison {
  int width = 0, height = 0;              // of the first
  int other_width = 0, other_height = 0;  // of the second; with other sizes nothing below but `passes` says anything
  std::uint64_t pixels = 0;
  std::uint64_t differing = 0;   // pixels that are not equal
  std::uint64_t exceeding = 0;   // pixels with a channel beyond Tolerance::channel (kExact: those that differ)
  int largest = 0;               // difference of a channel
  int x = 0, y = 0;              // of the pixel of the largest difference, the first such, from the top left
  std::optional<double> ssim{};  // of the worst channel; only in the mode that asks for it
  bool passes = false;

  bool same_size() const { return width == other_width && height == other_height; }
};

// Precondition: both are valid().
Comparison compare(const Picture& first, const Picture& second, const Tolerance& tolerance);

// "12 of 3072 pixels (0.39 %) differ, by up to 34 at (12, 40)"; "no pixel differs"; "320x240 against 640x480".
std::string to_string(const Comparison& comparison);
nlohmann::json to_json(const Comparison& comparison);

// The mean structural similarity of the worst of the three channels: Gaussian window of 11 x 11, sigma 1.5, K1 = 0.01,
// K2 = 0.03, L = 255. Pictures that are equal have 1. At the edges the window is cut off and its weights scaled.
// Precondition: both are valid() and of one size.
double mean_ssim(const Picture& first, const Picture& second);

// What differs, for people: the first picture in pale grey, and on it each pixel that differs in a colour from yellow (by
// 1) to red (by 64 or more). The size is the larger of both; what only one of them has is magenta.
Picture difference_picture(const Picture& first, const Picture& second);

}  // namespace replay
