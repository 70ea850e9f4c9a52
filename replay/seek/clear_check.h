// Verifies guesses about clears (liveness.h): asks the driver whether the clear that comes next leaves nothing of what
// was drawn.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace replay {

class Dispatcher;

// Thrown where a clear leaves pixels that it was guessed to clear. What was left out because of it has to be made: the
// replay has to begin again, without guesses.
struct WrongGuess : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Tells whether a clear of these planes (clear_state.h) in the current context clears all of them: no scissor box,
// mask or mode keeps a pixel as it is. False where the driver cannot tell.
bool clears_everything(Dispatcher& dispatcher, std::uint8_t planes);

}  // namespace replay
