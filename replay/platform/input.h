// Input: what a person does with a window of the replay.
#pragma once

#include <cstdint>
#include <vector>

namespace replay {

// Keys that write a character are that character, whatever key of the keyboard writes it; letters are lower case.
enum class Key : std::uint16_t {
  kNone = 0,
  kBackspace = 8,
  kTab = 9,
  kEnter = 13,
  kEscape = 27,
  kLeft = 256,
  kRight,
  kHome,
  kEnd,
  kClose,  // no key: somebody closes a window
};
constexpr Key key_of(char character) { return static_cast<Key>(character); }

struct KeyPress {
  Key key = Key::kNone;
  bool shift = false;
  bool repeats = false;  // the key is held down
};

struct Inputs {
  std::vector<KeyPress> presses;
  bool must_redraw = false;  // a window has another size, or lost what it showed
};

// Returns what has arrived since the last call, and waits for something as long as `milliseconds`. Without a display
// nothing ever arrives.
Inputs take_inputs(int milliseconds = 0);

}  // namespace replay
