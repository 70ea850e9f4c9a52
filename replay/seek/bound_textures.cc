#include "replay/seek/bound_textures.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "replay/seek/clear_state.h"

namespace replay {

void BoundTextures::bind_at(std::uint32_t unit, std::uint32_t target, std::uint32_t name, bool sure) {
  const auto is_same_slot = [&](const Binding& other) { return other.unit == unit && other.target == target; };
  const auto other_than_this = [&](const Binding& other) { return is_same_slot(other) && other.name != name; };
  if (sure && unit != kAnyUnit && std::erase_if(now_.bindings, other_than_this) > 0) ++version_;
  add({unit, target, name});
}

std::optional<std::uint32_t> BoundTextures::bound_to(std::uint32_t target) const {
  if (!knows_unit()) return std::nullopt;
  std::optional<std::uint32_t> name;
  for (const Binding& binding : now_.bindings) {
    if (binding.target != target || (binding.unit != now_.unit && binding.unit != kAnyUnit)) continue;
    if (name || binding.unit == kAnyUnit) return std::nullopt;  // either of two
    name = binding.name;
  }
  return name.value_or(0);
}

void BoundTextures::unbind(std::uint32_t unit) {
  if (std::erase_if(now_.bindings, [&](const Binding& binding) { return binding.unit == unit; }) > 0) ++version_;
}

void BoundTextures::erase(std::uint32_t name) {
  if (name == 0) return;
  const auto add_nothing = [name](State& state) {
    std::vector<Binding> unbound;
    for (const Binding& binding : state.bindings) {
      const Binding nothing{binding.unit, binding.target, 0};
      if (binding.name == name && std::ranges::find(state.bindings, nothing) == state.bindings.end())
        unbound.push_back(nothing);
    }
    state.bindings.insert(state.bindings.end(), unbound.begin(), unbound.end());
    state.known &= state.bindings.size() <= kMaxBindings;
    return !unbound.empty();
  };
  if (add_nothing(now_)) ++version_;
  for (Saved& saved : stack_) {
    if (saved.state) add_nothing(*saved.state);
  }
}

void BoundTextures::add(const Binding& binding) {
  if (std::ranges::find(now_.bindings, binding) != now_.bindings.end()) return;
  if (now_.bindings.size() == kMaxBindings) return forget();
  now_.bindings.push_back(binding);
  ++version_;
}

void BoundTextures::add_all(const State& other) {
  if (!other.known) forget();
  if (other.unit != now_.unit) now_.unit = kAnyUnit;
  for (const Binding& binding : other.bindings) add(binding);
}

void BoundTextures::push(std::uint32_t mask, bool sure) {
  stack_is_known_ &= sure && stack_.size() < kSureAttributes;
  if (stack_.size() == kMaxSaved) return forget();
  const bool textures = (mask & GL_TEXTURE_BIT) != 0;
  stack_.push_back({.state = textures ? std::optional(now_) : std::nullopt});
}

void BoundTextures::list_pushed(std::size_t depth) {
  if (depth == 0 || (stack_is_known_ && stack_.size() + depth <= kSureAttributes)) return;
  stack_is_known_ = false;
  pop_any();
}

// Any state on the stack may come back, or none.
void BoundTextures::pop_any() {
  for (const Saved& saved : stack_) {
    if (saved.state) add_all(*saved.state);
  }
}

void BoundTextures::pop(bool sure) {
  stack_is_known_ &= sure || stack_.empty();
  if (!stack_is_known_) return pop_any();
  if (stack_.empty()) return;  // GL reports an error and changes nothing
  const Saved saved = std::move(stack_.back());
  stack_.pop_back();
  if (!saved.state) {
    if (!stack_.empty()) stack_.back().is_unsure = true;
    return;
  }
  const State before = std::exchange(now_, *saved.state);
  now_.known = now_.known && before.known;
  ++version_;
  if (!saved.is_unsure) return;
  add_all(before);
  if (!stack_.empty()) stack_.back().is_unsure = true;
}

}  // namespace replay
