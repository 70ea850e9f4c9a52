// Outline: what the alignment has to know of each call of a recording. A call takes 20 bytes and 4 for each object that
// it names, so recordings of millions of calls fit into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/diff_calls/recorded_objects.h"

namespace replay {

struct Outline {
  std::vector<std::uint64_t> hashes;       // of the calls, without names
  std::vector<std::uint32_t> functions;    // a hash of each call's function
  std::vector<std::uint64_t> objects_end;  // for each call: the end of its part of `objects`
  std::vector<ObjectNumber> objects;       // that the calls name
  std::vector<std::size_t> frame_ends;     // for each frame: the index of the first call behind it
  std::vector<Role> roles;                 // of all objects

  std::size_t calls() const { return hashes.size(); }
  std::span<const ObjectNumber> objects_of(std::size_t call) const {
    const std::size_t begin = call == 0 ? 0 : objects_end[call - 1];
    return std::span(objects).subspan(begin, objects_end[call] - begin);
  }
};

// Reads the recording to its end. Its errors are those of `source`.
Outline read_outline(loaders::CallSource& source, bool answers);

}  // namespace replay
