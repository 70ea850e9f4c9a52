#pragma once

#include <cstdint>

namespace replay {

// What a slice rests on, from the smallest slice to the largest. Whoever takes one of the first three has to compare
// the pictures.
enum class Caution : std::uint8_t {
  kFramesAreRedrawn,  // a frame draws all of a destination anew when it draws into it before it reads it
  kRedrawsAreProven,  // the same, where a replay that seeks has proven it (SeekGuesses)
  kCallsAreAccepted,  // GL accepts the calls that it accepted when the program ran
  kStateIsKept,       // only dead drawing and queries are left out
  kAllIsKept,         // only the ends of earlier frames, and what comes after the last call, are left out
};

}  // namespace replay
