// Reading pixels back without leaving a trace in the recorded program's state.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "replay/dispatch/dispatcher.h"
#include "replay/observe/picture.h"

namespace replay {

// The colour buffer of `drawable` that a swap would show. Nothing when no context was ever current on it.
std::optional<Picture> read_drawable(Dispatcher& dispatcher, Drawable& drawable);

// The depth buffer of `drawable`, bottom row first, 0 to 2^32 - 1. Empty when no context was ever current on it.
std::vector<std::uint32_t> read_depth(Dispatcher& dispatcher, Drawable& drawable);

// The first colour buffer that the current context draws into, or its depth as grey when it has no colour buffer. Integer and
// float pixels are clamped to 8 bits. Nothing without a context or with an incomplete framebuffer.
std::optional<Picture> read_draw_framebuffer(Dispatcher& dispatcher);

}  // namespace replay
