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
  for (const std::uint64_t key : {mixed(mixed(kEnabled, 0), GL_COLOR_MATERIAL), mixed(kChosen, 0)}) {
    if (const Record* record = find(of_context(key))) need(*record);
  }
  const std::uint64_t material = of_context(mixed(kMaterial, context_->material_of_colours));
  if (pending_colour_.material != material) use_pending_colour();
  pending_colour_ = {};
  const Record* colour = find(of_context(mixed(kColour, 0)));
  if (effect.place != kColour && colour != nullptr && colour->segment != current())
    pending_colour_ = {.segment = colour->segment, .material = material};
  set(material, GL_LIGHTING_BIT);
}

void StateHistory::use_pending_colour() { need(std::exchange(pending_colour_, {}).segment); }

}  // namespace replay
