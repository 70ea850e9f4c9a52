// BoundTextures: which textures are bound in a recorded context, and to which units, as far as calls alone tell.
//
// sampled_units.h says which of the units draws can sample. GL may refuse a bind, because the texture has another kind
// or the call stands inside of glBegin. Then both the old and the new texture count as bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "replay/calls/texture_targets.h"
#include "replay/seek/texture_units.h"

namespace replay {

class BoundTextures {
 public:
  // This is more than the texture units of any driver times their targets. A damaged file could name any number.
  static constexpr std::size_t kMaxBindings = 256;

  // The texture that was bound there before stays as well, unless the call is `sure` to be accepted.
  void bind(std::uint32_t target, std::uint32_t name, bool sure) { bind_at(now_.unit, target, name, sure); }
  void bind_at(std::uint32_t unit, std::uint32_t target, std::uint32_t name, bool sure);
  // It is sure that nothing is bound to the unit from here on.
  void unbind(std::uint32_t unit);
  // The texture is deleted. GL binds 0 in its place, or leaves it where the deletion or the binding was refused.
  void erase(std::uint32_t name);
  void choose_unit(std::uint32_t unit, bool sure) { now_.unit = sure ? unit : kAnyUnit; }
  void push(std::uint32_t mask, bool sure);  // glPushAttrib
  void pop(bool sure);
  // A display list was called that pushes up to `depth` attributes: see ClearState.
  void list_pushed(std::size_t depth);
  // From here on any texture may be bound.
  void forget() { now_.known = false; }

  bool known() const { return now_.known; }
  // This number changes whenever the answers change.
  std::uint64_t version() const { return version_; }
  // Tells whether for_each_of_unit() lists all textures that glTexImage2D and its kind may mean.
  bool knows_unit() const { return now_.known && now_.unit != kAnyUnit; }
  // The unit whose textures glGenerateMipmap and its kind may mean; all where that is not known.
  TextureUnits active_unit() const { return now_.unit < kMaxTextureUnits ? TextureUnits().set(now_.unit) : kAllUnits; }
  // The texture that is bound to the active unit at this target, 0 for none. No value where that is not known.
  std::optional<std::uint32_t> bound_to(std::uint32_t target) const;
  // Textures of the active unit, at all targets: a bind to the wrong target fails.
  template <class F>
  void for_each_of_unit(F&& f) const {
    for (const Binding& binding : now_.bindings) {
      if (binding.unit == now_.unit || binding.unit == kAnyUnit) f(binding.name);
    }
  }
  // Calls `f` with the recorded names at these units and targets. A name may come more than once.
  template <class F>
  void for_each_of(const TextureUnits& units, TextureTargets targets, F&& f) const {
    for_each_with_unit(units, targets, [&](std::uint32_t name, std::uint32_t) { f(name); });
  }
  // The same with the unit of each; a number that no unit has where it is not known.
  template <class F>
  void for_each_with_unit(const TextureUnits& units, TextureTargets targets, F&& f) const {
    for (const Binding& binding : now_.bindings) {
      const bool is_at_unit = binding.unit >= kMaxTextureUnits || units[binding.unit];
      if (is_at_unit && (targets_of(binding.target) & targets) != 0) f(binding.name, binding.unit);
    }
  }
  // The same of all units.
  template <class F>
  void for_each(F&& f) const {
    for_each_of(kAllUnits, kAllTargets, f);
  }

 private:
  static constexpr std::uint32_t kAnyUnit = UINT32_MAX;
  static constexpr std::size_t kMaxSaved = 64;

  struct Binding {
    std::uint32_t unit = 0, target = 0, name = 0;
    bool operator==(const Binding&) const = default;
  };
  struct State {
    std::uint32_t unit = 0;  // from 0, or kAnyUnit
    std::vector<Binding> bindings;
    bool known = true;
  };

  void add(const Binding& binding);
  void add_all(const State& other);
  void pop_any();

  State now_;
  struct Saved {
    std::optional<State> state;  // no value where the program did not push textures
    // Something that was pushed later did not save them, and is popped. Mesa 22.3 then keeps what is bound.
    bool is_unsure = false;
  };
  std::vector<Saved> stack_;
  bool stack_is_known_ = true;
  std::uint64_t version_ = 0;
};

}  // namespace replay
