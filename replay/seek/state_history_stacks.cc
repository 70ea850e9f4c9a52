// The part of StateHistory that follows selectors, matrices, the stacks of matrices and attributes, and locked arrays.
//
// What is pushed and popped in one segment leaves everything as it was before. Where the two are in different segments,
// both are kept.
#include <glad/gl.h>

#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

constexpr std::size_t kMaxLevels = 4096;  // a damaged file could push for ever

}  // namespace

StateHistory::Choices StateHistory::choices_at_first() {
  Choices choices;
  const Selected values = {0, GL_TEXTURE0, GL_TEXTURE0, GL_MODELVIEW, GL_FRONT};
  for (std::size_t i = 0; i < values.size(); ++i) choices[i].value = values[i];
  return choices;
}

// A segment finds all choices as they were recorded, whatever is left out before it.
void StateHistory::carry_choices() {
  context_->carried_in = current();
  for (const Choice& choice : context_->choices) {
    if (choice.segment == kNever || choice.segment == current()) continue;
    now().carried.push_back(choice.call);
    need_made_current(choice.context);
  }
}

void StateHistory::keep_both(std::uint32_t other) {
  if (other == current()) return;
  segments_[other].is_kept = true;
  keep();
}

void StateHistory::select(const Call& call, const Effect& effect) {
  Choice& choice = context_->choices[static_cast<std::size_t>(effect.by)];
  if (choice.segment == current() && choice.value == gl_number(call, 0)) return;
  // A derived call has the place of another, so that no segment can carry it.
  if (call.is(loaders::kDerived)) make_live();
  is_news(call, 0, 0);
  choice = {.value = gl_number(call, 0), .call = place_, .segment = current(), .context = thread_->made_current};
}

// Other modes than the three that all contexts have are rare, and their stacks are not followed.
std::uint64_t StateHistory::matrix_key() {
  const std::uint64_t mode = selected(Selector::kMatrixMode);
  if (mode != GL_MODELVIEW && mode != GL_PROJECTION && mode != GL_TEXTURE) make_live();
  return of_context(mixed(mode, mode == GL_TEXTURE ? selected(Selector::kTextureUnit) : 0));
}

void StateHistory::change_matrix(const Call& call, bool is_whole) {
  const std::uint64_t key = matrix_key();
  const Record* before = find(key);
  if (before != nullptr && before->segment == current()) return;
  is_news(call, key, 0);
  if (is_whole) set(key, 0);
  else add_to_matrix(key);
}

void StateHistory::add_to_matrix(std::uint64_t key) {
  const Record* before = find(key);
  if (before != nullptr && before->segment == current()) return;
  if (before != nullptr) need(*before);
  set(key, 0);
}

void StateHistory::push_matrix(const Call& call) {
  const std::uint64_t key = matrix_key();
  auto& stack = context_->stacks[key];
  if (stack.size() >= kMaxLevels) return make_live();
  is_news(call, key, mixed(key, stack.size()));
  const Record* now = find(key);
  stack.push_back({.pushed_in = current(), .saved = now != nullptr ? *now : Record{}});
}

void StateHistory::pop_matrix(const Call& call) {
  const std::uint64_t key = matrix_key();
  auto& stack = context_->stacks[key];
  is_news(call, key, stack.size());
  if (stack.empty()) return pop_nothing();
  const Level level = stack.back();
  stack.pop_back();
  keep_both(level.pushed_in);
  if (const Record* inner = find(key)) {
    if (inner->segment != level.saved.segment) lasts_until_now(inner->segment);
  }
  if (level.saved.segment != kNever) records_[key] = level.saved;
  else records_.erase(key);
}

// GL refuses to pop what nobody has pushed, each time.
void StateHistory::pop_nothing() {
  if (!context_->stacks_are_known) make_live();
}

void StateHistory::push_attribs(const Call& call, bool client) {
  auto& regions = client ? context_->client_attribs : context_->attribs;
  std::uint32_t bits = gl_number(call, 0);
  if (client)
    bits = ((bits & GL_CLIENT_PIXEL_STORE_BIT) != 0 ? kClientPixels : 0) |
           ((bits & GL_CLIENT_VERTEX_ARRAY_BIT) != 0 ? kClientArrays : 0);
  else bits &= ~kClientAttribs;
  // Arrays of other vertex array objects than the one without a name come back in another way.
  if ((bits & kClientArrays) != 0 && bound(of_context(kBoundVertexArray)) != 0) make_live();
  if (regions.size() >= kMaxLevels) return make_live();
  is_news(call, 0, regions.size());
  regions.push_back({.pushed_in = current(),
                     .bits = bits,
                     .saved = {},
                     .choices = context_->choices,
                     .material_of_colours = context_->material_of_colours,
                     .colours_are_materials = context_->colours_are_materials,
                     .may_be_lit = context_->may_be_lit});
}

void StateHistory::pop_attribs(const Call& call, bool client) {
  auto& regions = client ? context_->client_attribs : context_->attribs;
  is_news(call, 0, regions.size());
  if (regions.empty()) return pop_nothing();
  Region region = std::move(regions.back());
  regions.pop_back();
  keep_both(region.pushed_in);
  restore(region, regions);
  ++round_;
}

// GL refuses to lock what is locked, and to unlock what is not. What is locked is state that can be pushed.
void StateHistory::lock_arrays(const Call& call) {
  if (context_->arrays_locked_in != kNever || !context_->client_attribs.empty()) make_live();
  is_news(call, 0, 0);
  context_->arrays_locked_in = current();
}

void StateHistory::unlock_arrays(const Call& call) {
  const std::uint32_t locked_in = std::exchange(context_->arrays_locked_in, kNever);
  if (locked_in == kNever || !context_->client_attribs.empty()) return make_live();
  is_news(call, 0, 0);
  keep_both(locked_in);
}

void StateHistory::restore(Region& region, std::vector<Region>& outer) {
  for (auto& [key, saved] : region.saved) {
    const auto& [record, bits] = saved;
    if ((bits & region.bits) == 0) {
      if (!outer.empty()) outer.back().saved.try_emplace(key, saved);
      continue;
    }
    if (const Record* inner = find(key)) {
      if (inner->segment != record.segment) lasts_until_now(inner->segment);
    }
    if (record.segment != kNever) records_[key] = record;
    else records_.erase(key);
  }
  const auto restore_choice = [&](Selector selector, std::uint32_t bit) {
    const auto at = static_cast<std::size_t>(selector);
    if ((region.bits & bit) != 0) context_->choices[at] = region.choices[at];
  };
  restore_choice(Selector::kTextureUnit, GL_TEXTURE_BIT);
  restore_choice(Selector::kMatrixMode, GL_TRANSFORM_BIT);
  restore_choice(Selector::kStencilFace, GL_STENCIL_BUFFER_BIT);
  restore_choice(Selector::kClientUnit, kClientArrays);
  if ((region.bits & GL_LIGHTING_BIT) != 0) context_->material_of_colours = region.material_of_colours;
  if ((region.bits & (GL_ENABLE_BIT | GL_LIGHTING_BIT)) == 0) return;
  context_->may_be_lit = region.may_be_lit;
  // Drivers may take the current colour as a material when colours become materials by this.
  if (region.colours_are_materials && !context_->colours_are_materials) make_live();
  context_->colours_are_materials = region.colours_are_materials;
}

}  // namespace replay
