// Standard output and standard error, kept through what a driver does to them. Some drivers close them, or put a log of
// their own in their place.
#pragma once

namespace replay {

// To be called before anything is loaded that may close them, and again when they are to lead elsewhere from now on.
void remember_standard_streams();

// Which were closed or replaced.
struct LostStreams {
  bool output = false, error = false;
};
// Puts those back.
LostStreams restore_standard_streams();

}  // namespace replay
