// RedundantState: calls that set a state to what it is already.
//
// The table of effects (replay/seek/effects.h) says what a call sets. Only what is certain counts: a call with the
// arguments of the last call that set anything of the same place, with nothing between them that could have changed it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>

#include "replay/profile/timed_call.h"
#include "replay/seek/effects.h"

namespace replay {

// What a call does to state of a context, a vertex array or a program.
enum class StateEffect : std::uint8_t { kNone, kSets, kRepeats };

class RedundantState {
 public:
  RedundantState() { forget(); }

  StateEffect see(const TimedCall& timed);

  struct Count {
    std::uint64_t calls = 0, redundant = 0;
  };
  // By function; only functions that set state of a context, a vertex array or a program.
  const std::map<std::string_view, Count, std::less<>>& functions() const { return functions_; }

 private:
  using PlaceKey = std::uint64_t;

  // To be called when any state may have become another one.
  void forget();
  // Both return whether the call sets what is set already.
  bool set(const loaders::Call& call, const Effect& effect);
  bool set_uniform(const loaders::Call& call, std::uint32_t program);
  bool set_place(PlaceKey place, const loaders::Call& call);

  const void* context_ = nullptr;
  // Of the current context, since the last forget().
  std::unordered_map<PlaceKey, std::uint64_t> last_;  // a hash of the last call for the place
  Selected selected_{};
  std::uint64_t vertex_array_ = 0;

  std::map<std::string_view, Count, std::less<>> functions_;
  bool compiling_ = false;  // between glNewList and glEndList
};

}  // namespace replay
