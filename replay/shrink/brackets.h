// Calls that come in pairs: one opens what the other closes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/shrink/stored_recording.h"

namespace replay {

class Brackets {
 public:
  struct Place {
    std::optional<EntryIndex> closes;   // the call closes what this one opened
    std::vector<EntryIndex> inside_of;  // calls that have no meaning outside of these
  };
  // To be called for each call in the order of the recording.
  Place follow(const loaders::Call& call, EntryIndex entry);

 private:
  // What is open: by thread, kind of bracket, and what distinguishes brackets of the kind (the target of a query).
  using Key = std::pair<std::uint32_t, std::pair<int, std::uint64_t>>;
  std::map<Key, std::vector<EntryIndex>> open_;
};

}  // namespace replay
