// BoundObjects: which object a call changes that names none, because the object is bound: the texture of
// glTexImage2D, the program of glUniform.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "loaders/stream/call.h"
#include "replay/diff_calls/recorded_objects.h"

namespace replay {

class BoundObjects {
 public:
  // To be called for each call in the order of the recording, with the objects that it names. Returns the object that
  // the call changes because it is bound.
  std::optional<ObjectNumber> follow(const loaders::Call& call, std::span<const ObjectNumber> named);

 private:
  using Place = std::pair<std::uint32_t, std::pair<int, std::uint64_t>>;  // thread, kind of object, target
  std::map<Place, ObjectNumber> bound_;
};

}  // namespace replay
