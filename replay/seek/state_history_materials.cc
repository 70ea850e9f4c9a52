// The part of StateHistory that follows colours which are materials.
#include <glad/gl.h>

#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/seek/state_history.h"

namespace replay {

// While colours are materials, a colour sets the material that glColorMaterial has chosen.
void StateHistory::material_of_colour(const Call& call, const Effect& effect) {
  static constexpr std::uint64_t kColour = place_key("colour"), kChosen = place_key("colour material"),
                                 kMaterial = place_key("material of colours");
  static constexpr std::uint64_t kEnabled = place_key("enabled");
  const bool is_switch = effect.place == kEnabled && gl_number(call, 0) == GL_COLOR_MATERIAL;
  if (effect.place != kColour && effect.place != kChosen && !is_switch) return;
  if (effect.place == kChosen) context_->material_of_colours = mixed(gl_number(call, 0), gl_number(call, 1));
  if (is_switch) context_->colours_are_materials = call.function == glbindings::FunctionId::glEnable;
  if (effect.place != kColour) ++round_;  // colours are news
  if (!context_->colours_are_materials) return;
  const auto earlier = [&](std::uint64_t key) {
    const Record* record = find(of_context(key));
    return record != nullptr && record->segment != current() ? record->segment : kNever;
  };
  const std::uint32_t enabled_in = earlier(mixed(mixed(kEnabled, 0), GL_COLOR_MATERIAL));
  need(earlier(mixed(kChosen, 0)));
  if (effect.place == kColour) need(enabled_in);
  const std::uint64_t material = of_context(mixed(kMaterial, context_->material_of_colours));
  if (pending_colour_.material != material) use_pending_colour();
  pending_colour_ = {};
  if (effect.place != kColour)
    pending_colour_ = {.segment = earlier(mixed(kColour, 0)), .enabled_in = enabled_in, .material = material};
  set(material, GL_LIGHTING_BIT);
}

void StateHistory::use_pending_colour() {
  const PendingColour used = std::exchange(pending_colour_, {});
  need(used.segment);
  need(used.enabled_in);
}

// GL refuses the call inside of a primitive.
void StateHistory::follow_lighting(const Call& call) {
  if (gl_number(call, 0) != GL_LIGHTING) return;
  context_->may_be_lit = call.function != glbindings::FunctionId::glDisable || context_->in_primitive;
}

// A draw uses none where lighting is disabled and there is no program.
bool StateHistory::may_use_materials(const Treatment& treatment, glbindings::FunctionId function) const {
  if (leaves_materials(treatment, function)) return false;
  return treatment.treated != Treated::kDraw || context_ == nullptr || context_->may_be_lit || has_programs_;
}

}  // namespace replay
