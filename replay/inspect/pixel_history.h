// PixelHistory: which calls of a frame changed a pixel, from what to what.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "replay/inspect/frame_replay.h"

namespace replay {

// Numbers as the image has them: 0 to 255 of a colour with 8 bits, floats, integers, a depth of 0 to 1, a stencil
// value. A window has no alpha. Precondition: the pixel, counted from the top left, is inside of the image.
nlohmann::json pixel_value(const AttachmentImage& image, bool is_window, int x, int y);

struct PixelChange {
  std::optional<std::uint64_t> call;  // none: the frame began with it
  std::string text;                   // of the call
  std::string image;                  // WatchedImage::label
  nlohmann::json before, after;       // `before` is null when it is not known
  bool by_call = false;               // otherwise a call before this one changed it, which does not draw
};

// An image that has this pixel.
struct PixelImage {
  int width = 0, height = 0;
  bool is_window = false;
  std::uint64_t writes = 0;  // calls of the frame that may write it
};

class PixelHistory {
 public:
  // The pixel is counted from the top left, as pictures show it. `image` is a label; empty: see chosen().
  PixelHistory(int x, int y, std::string image) : x_(x), y_(y), image_(std::move(image)) {}

  void take(const loaders::FunctionTable& functions, const WatchedCall& seen);

  // What was asked for: the image of that name; without a name, the images of windows, or all where the frame draws
  // into no window. Throws CannotJudge when no such image has the pixel.
  void choose();

  const std::map<std::string, PixelImage>& images() const { return images_; }  // by label
  const std::vector<PixelChange>& changes() const { return changes_; }

 private:
  std::string missing() const;

  int x_, y_;
  std::string image_;
  std::map<std::string, PixelImage> images_;
  std::map<std::string, std::pair<int, int>> too_small_;  // images that lack the pixel, and their sizes
  std::vector<PixelChange> changes_;
};

}  // namespace replay
