// Backgrounds: the two images that a proof compares (redraw_proof.h), one drawn over zeros and one over ones.
#pragma once

#include <cstddef>
#include <vector>

#include "replay/readback/framebuffer_reader.h"
#include "replay/seek/areas.h"

namespace replay {

std::size_t bytes_of_pixel(AttachmentImage::Form form);

// Whether both have the same size and form, and as many bytes as these mean.
bool are_alike(const AttachmentImage& one, const AttachmentImage& other);

// Gives `image` what `around` has outside of the box. Precondition: they are alike, and hold the box.
void take_around(const AttachmentImage& around, const ClearBox& box, AttachmentImage& image);

// Whether each channel has zeros in the box of one image and ones in that of the other, unless it is one that the
// format lacks: then it has the same value everywhere. Precondition: both hold the box.
bool are_backgrounds(const AttachmentImage& zeros, const AttachmentImage& ones, const ClearBox& box);

// How many pixels of before may be left, and one of them.
struct PixelsLeft {
  std::size_t count = 0, x = 0, y = 0;
};

// Those in the box of which the images differ. None is left where `marked`, by pixel, says so; it may be null.
// Precondition: the images are alike, and hold the box.
PixelsLeft pixels_left(const AttachmentImage& zeros, const AttachmentImage& ones, const ClearBox& box,
                       const std::vector<bool>* marked);

}  // namespace replay
