// BoundTextures: which textures draws of a recorded context may sample, as far as calls alone tell.
//
// At least all that are bound: programs decide by uniforms which units they look at.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "loaders/stream/call.h"

namespace replay {

class BoundTextures {
 public:
  // More texture units than drivers have, and targets of each: a damaged file could name any number.
  static constexpr std::size_t kMostBindings = 256;

  // A call that binds textures, or says where to.
  void follow(const loaders::Call& call);
  void push(std::uint64_t mask);  // glPushAttrib
  void pop();
  // From here on any texture may be bound.
  void forget() { now_.known = false; }

  bool known() const { return now_.known; }
  // With every change of the answers another number.
  std::uint64_t version() const { return version_; }
  // Whether for_each_of_unit() has what glTexImage2D and the like may be about.
  bool knows_unit() const { return now_.known && now_.unit < kSureUnits; }
  // Of the active unit, at all targets: a bind to the wrong one fails.
  template <class F>
  void for_each_of_unit(F&& f) const {
    for (const Binding& binding : now_.bindings) {
      if (binding.unit == now_.unit) f(binding.name);
    }
  }
  // Recorded names; may have one more than once.
  template <class F>
  void for_each(F&& f) const {
    for (const Binding& binding : now_.bindings) f(binding.name);
  }

 private:
  // That every driver has. Where one does not have the unit that is chosen, the old one stays.
  static constexpr std::uint64_t kSureUnits = 32;

  struct Binding {
    std::uint64_t unit = 0, target = 0, name = 0;
  };
  struct State {
    std::uint64_t unit = 0;  // from 0
    std::vector<Binding> bindings;
    bool known = true;
  };

  void bind(std::uint64_t unit, std::uint64_t target, std::uint64_t name);

  State now_;
  std::vector<std::optional<State>> stack_;  // nothing where textures were not pushed
  std::uint64_t version_ = 0;
};

}  // namespace replay
