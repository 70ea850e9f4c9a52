// Verifies guesses about clears (liveness.h): asks the driver whether the clear that comes next leaves nothing of what
// was drawn.
#pragma once

#include <cstdint>

namespace replay {

class Dispatcher;

// Tells whether a clear of these planes (clear_state.h) in the current context clears all of them: no scissor box,
// mask or mode keeps a pixel as it is. False where the driver cannot tell.
bool clears_everything(Dispatcher& dispatcher, std::uint8_t planes);

}  // namespace replay
