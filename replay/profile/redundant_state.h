// RedundantState: calls that set a state to what it is already.
//
// Only what is certain counts: a call of the table in redundant_state.cc whose arguments are those of the last call for
// the same state, with nothing between them that could have changed it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "replay/profile/timed_call.h"

namespace replay {

class RedundantState {
 public:
  void see(const TimedCall& timed);

  struct Count {
    std::uint64_t calls = 0, redundant = 0;
  };
  // By function; only functions of the table.
  const std::map<std::string, Count>& functions() const { return functions_; }

 private:
  using Place = std::uint64_t;  // a hash of what says which state it is
  struct Context {
    std::unordered_map<Place, std::uint64_t> last;  // place -> a hash of the last call for it
    std::uint64_t unit = 0;                         // glActiveTexture
  };

  std::unordered_map<const void*, Context> contexts_;
  std::map<std::string, Count> functions_;
  bool compiling_ = false;  // between glNewList and glEndList nothing is set
};

}  // namespace replay
