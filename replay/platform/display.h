// Display: whether what is drawn can be seen, as the user asks for it and as the environment has it.
#pragma once

#include <cstdint>

namespace replay {

enum class Display : std::uint8_t {
  kAuto,      // a window when there is a display, otherwise headless
  kHeadless,  // never connects to a display, even when there is one
  kWindow
};

// Returns whether the environment speaks of a display. It need not answer.
bool may_have_display();
// The same for a display that people see: not when SDL is told to draw where nobody looks.
bool may_be_seen();

}  // namespace replay
