// Small pictures for tables.
#pragma once

#include "replay/picture/picture.h"

namespace replay {

// Returns the picture made to fit into `width` times `height` with its shape kept; each pixel is the mean of those that
// it stands for. A picture that fits is returned as it is, and every result is opaque. Precondition: valid(), and both
// above 0.
Picture thumbnail(const Picture& picture, int width, int height);

}  // namespace replay
