// The part of Slicer that follows matrices, and the stacks of matrices and attributes.
//
// What is pushed and popped is needed only when a call between the two is: then the pop takes back what that call set.
#include <glad/gl.h>

#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

constexpr std::size_t kMaxLevels = 4096;  // a damaged file could push for ever

}  // namespace

Slicer::Node Slicer::select(const Call& call, const Effect& effect) {
  const Node node = add(call);
  change(state_->places, mixed(effect.place, 0), effect.attrib).set_whole({.node = node});
  note_written(node, effect.attrib);
  state_->selected[static_cast<std::size_t>(effect.by)] = gl_number(call, 0);
  return node;
}

// The key of the matrix that is selected. What selects it is needed.
std::uint64_t Slicer::matrix_key() {
  need_place(state_->places, mixed(place_key("matrix mode"), 0));
  const std::uint64_t mode = state_->selected[static_cast<std::size_t>(Selector::kMatrixMode)];
  if (mode != GL_TEXTURE) return mixed(mode, 0);
  need_place(state_->places, mixed(place_key("active texture"), 0));
  return mixed(mode, state_->selected[static_cast<std::size_t>(Selector::kTextureUnit)]);
}

Slicer::Node Slicer::change_matrix(const Call& call, Action action) {
  const std::uint64_t key = matrix_key();
  MatrixStack& stack = state_->stacks[key];
  if (action == Action::kChangeMatrix) need_place(state_->matrices, key);
  if (!stack.levels.empty()) need(stack.levels.back().push);
  const Node node = add(call);
  state_->matrices.change(key).set_whole({.node = node});
  if (!stack.levels.empty()) stack.levels.back().written.push_back(node);
  return node;
}

Slicer::Node Slicer::push_matrix(const Call& call) {
  const std::uint64_t key = matrix_key();
  MatrixStack& stack = state_->stacks[key];
  if (stack.levels.size() >= kMaxLevels) return opaque(call, effect_of(call.function));
  if (!stack.levels.empty()) need(stack.levels.back().push);
  const Node node = add(call);
  const Place* now = state_->matrices.find(key);
  stack.levels.push_back({.saved = now != nullptr ? *now : Place{}, .push = node, .written = {}});
  return node;
}

Slicer::Node Slicer::pop_matrix(const Call& call) {
  const std::uint64_t key = matrix_key();
  MatrixStack& stack = state_->stacks[key];
  if (stack.levels.empty()) return CallGraph::kNone;
  need(stack.levels.back().push);
  const Node node = add(call);
  const MatrixStack::Level level = std::move(stack.levels.back());
  stack.levels.pop_back();
  for (const Node written : level.written) graph_.also_needs(written, node);
  graph_.also_needs(level.push, node);
  state_->matrices.change(key) = level.saved;
  if (!stack.levels.empty()) stack.levels.back().written.push_back(node);
  return node;
}

void Slicer::need_pushed_attribs() {
  for (const auto* regions : {&state_->attribs, &state_->client_attribs}) {
    if (!regions->empty()) need(regions->back().push);
  }
}

void Slicer::note_written_attribs(Node node) {
  for (auto* regions : {&state_->attribs, &state_->client_attribs}) {
    if (!regions->empty()) regions->back().written.push_back(node);
  }
}

Slicer::Node Slicer::push_attrib(const Call& call, bool client) {
  auto& regions = client ? state_->client_attribs : state_->attribs;
  if (regions.size() >= kMaxLevels) return opaque(call, effect_of(call.function));
  if (!regions.empty()) need(regions.back().push);
  const Node node = add(call);
  std::uint32_t bits = gl_number(call, 0);
  if (client)
    bits = ((bits & GL_CLIENT_PIXEL_STORE_BIT) != 0 ? kClientPixels : 0) |
           ((bits & GL_CLIENT_VERTEX_ARRAY_BIT) != 0 ? kClientArrays : 0);
  else bits &= ~kClientAttribs;
  regions.push_back({.bits = bits,
                     .push = node,
                     .saved = {},
                     .selected = state_->selected,
                     .written = {},
                     .colours_were_materials = state_->colours_are_materials});
  return node;
}

Slicer::Node Slicer::pop_attrib(const Call& call, bool client) {
  auto& regions = client ? state_->client_attribs : state_->attribs;
  if (regions.empty()) return CallGraph::kNone;
  need(regions.back().push);
  const Node node = add(call);
  AttribRegion region = std::move(regions.back());
  regions.pop_back();
  graph_.also_needs(region.push, node);
  for (const Node written : region.written) graph_.also_needs(written, node);
  restore(region, regions, node);
  return node;
}

void Slicer::restore(AttribRegion& region, std::vector<AttribRegion>& outer, Node pop) {
  const bool client = (region.bits & kClientAttribs) != 0;
  for (auto& [where, saved] : region.saved) {
    Place& place = where.first->change(where.second);
    if ((saved.bits & region.bits) != 0) {
      place = std::move(saved.place);
      continue;
    }
    if (!outer.empty()) outer.back().saved.try_emplace(where, std::move(saved));
  }
  const auto restore_selector = [&](Selector selector, std::uint32_t bit) {
    const auto at = static_cast<std::size_t>(selector);
    if ((region.bits & bit) != 0) state_->selected[at] = region.selected[at];
  };
  if (!client) state_->colours_are_materials |= region.colours_were_materials;
  restore_selector(Selector::kTextureUnit, GL_TEXTURE_BIT);
  restore_selector(Selector::kMatrixMode, GL_TRANSFORM_BIT);
  restore_selector(Selector::kStencilFace, GL_STENCIL_BUFFER_BIT);
  restore_selector(Selector::kClientUnit, kClientArrays);
  if (outer.empty()) return;
  outer.back().written.insert(outer.back().written.end(), region.written.begin(), region.written.end());
  outer.back().written.push_back(pop);
}

// While colours are materials, a colour sets the material that glColorMaterial has chosen.
void Slicer::colour_material(Node node, const Effect& effect, const Call& call) {
  static constexpr std::uint64_t kColour = place_key("colour"), kChosen = place_key("colour material");
  static constexpr std::uint64_t kEnabled = place_key("enabled"), kMaterial = place_key("material");
  const bool is_switch = effect.place == kEnabled && gl_number(call, 0) == GL_COLOR_MATERIAL;
  if (effect.place != kColour && effect.place != kChosen && !is_switch) return;
  if (effect.place == kChosen) state_->material_of_colours = mixed(gl_number(call, 0), gl_number(call, 1));
  if (is_switch) state_->colours_are_materials = call.function == glbindings::FunctionId::glEnable;
  if (!state_->colours_are_materials) return;
  std::vector<Node> together{node};
  const auto add_settings = [&](std::uint64_t key) {
    const Place* place = state_->places.find(key);
    if (place == nullptr) return;
    for (const Setting& setting : place->settings) together.push_back(setting.node);
  };
  add_settings(mixed(mixed(kEnabled, 0), GL_COLOR_MATERIAL));
  add_settings(mixed(kChosen, 0));
  add_settings(mixed(kColour, 0));
  change(state_->places, mixed(kMaterial, 0), GL_LIGHTING_BIT)
      .set_part({.part = mixed(kChosen, state_->material_of_colours), .node = graph_.join(together)});
}

}  // namespace replay
