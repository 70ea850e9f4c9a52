// Dependencies: which entries of a recording make no sense without others, so that candidates are valid recordings by
// construction.
//
//   a call that names an object      needs the call that made the object
//   a call of GL                     needs the call that made its context current
//   glUniform*                       needs the call that told the program the location
//   an upload of an image           needs the calls of glPixelStore that tell how it lies in memory
//   what is between glBegin and      needs glBegin; the same for display lists
//   glEnd
//   glEnd, glPopMatrix, glUnmap ...  stays exactly when the call that it closes stays
//
// Objects that nobody makes, because a bind is enough, need nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "replay/diff_calls/recorded_objects.h"
#include "replay/shrink/stored_recording.h"

namespace replay {

struct Dependencies {
  std::vector<std::vector<EntryIndex>> needs;      // by entry; all of them come before it
  std::vector<std::optional<EntryIndex>> closes;   // by entry: the one that it closes
  std::vector<std::vector<ObjectNumber>> objects;  // by entry: those that it names or changes
  std::vector<std::uint32_t> frames;               // by entry

  // Drops what cannot stay without what is missing, and keeps exactly those closing calls that are needed.
  void make_valid(std::vector<bool>& kept) const;
};

Dependencies find_dependencies(const StoredRecording& recording);

}  // namespace replay
