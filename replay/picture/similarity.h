// Similarity: the mean structural similarity of two pictures, of which parts may change.
//
// After Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment, 2004: luminance, contrast and structure in a
// Gaussian window of 11 x 11 around each pixel, sigma 1.5, K1 = 0.01, K2 = 0.03, L = 255. At the edges the window is
// cut off and its weights scaled. Where two pictures are equal, it is 1.
#pragma once

#include <array>
#include <vector>

#include "replay/picture/picture.h"

namespace replay {

class Similarity {
 public:
  Similarity(int width, int height);

  // Looks again at what pixels in this box reach. The first time it has to be the whole picture. Precondition: both
  // pictures are valid() and have the size that was given; the box lies in them.
  void update(const Picture& first, const Picture& second, int x, int y, int width, int height);

  // Of the worst of the three channels.
  double mean() const;

 private:
  using Sums = std::array<double, 3>;
  Sums tile(const Picture& first, const Picture& second, int column, int row) const;

  int width_, height_, columns_;
  std::vector<Sums> tiles_;  // for each channel, row by row
};

}  // namespace replay
