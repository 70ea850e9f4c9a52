// `replay pixel`: the calls of a frame that changed a pixel.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_pixel(const PixelOptions& options);

}  // namespace replay
