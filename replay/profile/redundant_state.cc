#include "replay/profile/redundant_state.h"

#include <glad/gl.h>

#include "glbindings/signature.h"
#include "replay/base/mixed_hash.h"
#include "replay/calls/call_argument.h"
#include "replay/profile/call_hash.h"
#include "replay/seek/keys.h"

namespace replay {
namespace {

using loaders::Call;
using loaders::Value;

constexpr std::size_t kMaxPlaces = 100'000;
constexpr std::uint64_t kUnknown = UINT64_MAX;  // no value of GL
constexpr std::uint64_t kBoundVertexArray = place_key("bound vertex array");

// Whether what is set depends on nothing but the call, and stays until another call for the same place. Vertices set
// current values: a program that gives each of them a colour sets no state.
bool sets_state(const Effect& effect) {
  switch (effect.action) {
    case Action::kSet:
    case Action::kSelect:
    case Action::kBindBuffer:
    case Action::kBindTexture:
    case Action::kBindFramebuffer: break;
    default: return false;
  }
  const bool is_of_context = effect.holder == Holder::kContext || effect.holder == Holder::kPixelStore ||
                             effect.holder == Holder::kVertexArray;
  return is_of_context && effect.reads == 0 && (effect.attrib & GL_CURRENT_BIT) == 0;
}

// Whether the call may change state of many places.
bool changes_much(Action action) {
  switch (action) {
    case Action::kOpaque:
    case Action::kPopAttrib:
    case Action::kPopClientAttrib:
    case Action::kDelete:
    case Action::kBindBufferTo:
    case Action::kBindUnits:
    case Action::kLink:
    case Action::kEndList:  // the list may have been executed; and some calls never become a part of it
    case Action::kCallList: return true;
    default: return false;
  }
}

}  // namespace

void RedundantState::forget() {
  last_.clear();
  selected_.fill(kUnknown);
  vertex_array_ = kUnknown;
}

StateEffect RedundantState::see(const TimedCall& timed) {
  const Call& call = timed.call;
  const Effect& effect = effect_of(call.function);
  if (timed.context != context_ || last_.size() > kMaxPlaces || changes_much(effect.action)) forget();
  context_ = timed.context;
  if (effect.action == Action::kNewList) compiling_ = true;
  if (effect.action == Action::kEndList) compiling_ = false;
  if (compiling_ || context_ == nullptr) return StateEffect::kNone;
  const bool is_uniform = effect.action == Action::kSetUniform;
  if (!is_uniform && !sets_state(effect)) return StateEffect::kNone;
  const bool is_redundant = is_uniform ? set_uniform(call, timed.program) : set(call, effect);
  if (call.is(loaders::kFake) || call.is(loaders::kDerived)) return StateEffect::kNone;  // the program has not made it
  Count& count = functions_[glbindings::signature(call.function).name()];
  ++count.calls;
  if (is_redundant) ++count.redundant;
  return is_redundant ? StateEffect::kRepeats : StateEffect::kSets;
}

bool RedundantState::set(const Call& call, const Effect& effect) {
  // A binding of framebuffers may be one for drawing, for reading, or for both. What a call selects does not depend on
  // what was selected before.
  const bool is_one_place = effect.action == Action::kBindFramebuffer || effect.action == Action::kSelect;
  PlaceKey place = is_one_place ? effect.place : key_of(call, effect, selected_);
  const bool is_element_buffer = effect.action == Action::kBindBuffer && gl_number(call, 0) == GL_ELEMENT_ARRAY_BUFFER;
  if (effect.holder == Holder::kVertexArray || is_element_buffer) place = mixed(place, vertex_array_);
  if (effect.action == Action::kSelect) selected_[static_cast<std::size_t>(effect.by)] = gl_number(call, 0);
  if (effect.place == kBoundVertexArray) vertex_array_ = gl_number(call, 0);
  return set_place(place, call);
}

bool RedundantState::set_uniform(const Call& call, std::uint32_t program) {
  const bool names_program = position(call, "program") == 0;
  const std::uint64_t of = names_program ? gl_number(call, 0) : program;
  if (of == 0) return false;  // that of a pipeline
  const PlaceKey uniforms = mixed(kUniform, of);
  const std::uint32_t location = gl_number(call, names_program ? 1 : 0);
  const std::size_t count = position(call, "count");
  const std::uint32_t elements = count == SIZE_MAX ? 1 : gl_number(call, count);
  if (elements == 1) return set_place(mixed(uniforms, location), call);
  // Other calls may set elements of the array.
  if (elements > kMaxPlaces) forget();
  else
    for (std::uint32_t i = 0; i < elements; ++i) last_.erase(mixed(uniforms, location + i));
  return false;
}

bool RedundantState::set_place(PlaceKey place, const Call& call) {
  const std::uint64_t content = hash_of(call);
  const auto [last, is_new] = last_.try_emplace(place, content);
  const bool is_redundant = !is_new && last->second == content;
  last->second = content;
  return is_redundant;
}

}  // namespace replay
