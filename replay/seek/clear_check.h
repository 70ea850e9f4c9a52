// Verifies guesses about clears, blits and copies to textures (liveness.h): asks the driver whether the call that comes
// next leaves nothing of what was drawn.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"
#include "replay/seek/liveness.h"

namespace replay {

class Dispatcher;

// Tells whether a clear of these planes (clear_state.h) in the current context clears all of them: no scissor box,
// mask or mode keeps a pixel as it is. False where the driver cannot tell.
bool clears_everything(Dispatcher& dispatcher, std::uint8_t planes);

// Tells whether a draw writes each channel of the colours of a pixel, and a clear of colours all of them, were it not
// for a scissor box and tests. GL errors are muted.
bool writes_all_colors(Dispatcher& dispatcher);

// The same as clears_everything() of what the guess says: in its area, and for what is drawn through other framebuffer
// objects.
bool clears_as_guessed(Dispatcher& dispatcher, const GuessedClear& guess);

// Tells whether glCopyTexSubImage2D, or glCopyTexImage2D where it changes no storage, writes each pixel of the
// rectangle that its arguments name, if it makes no error. False where the texture is larger than the guess has it, or
// where its size cannot be found out.
bool copies_as_guessed(Dispatcher& dispatcher, const loaders::Call& copy, const GuessedClear& guess);

// The same of glCopyImageSubData.
bool copies_between_as_guessed(Dispatcher& dispatcher, const loaders::Call& copy, const GuessedClear& guess);

// Tells whether glBlitFramebuffer, if it makes no error, writes all of these planes of what the current context draws
// into.
bool blits_everything(Dispatcher& dispatcher, const loaders::Call& blit, std::uint8_t planes);

}  // namespace replay
