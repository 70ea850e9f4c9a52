// The part of StateHistory that follows display lists.
//
// The segment in which a list is compiled is a live one. Many lists only draw, with colours and materials; a call of
// such a list sets what it sets.
#include <glad/gl.h>

#include <algorithm>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kMaxSets = 256;  // of one list

// Whether GL makes the call at once where a list is compiled.
bool is_never_in_list(SeekRole role) { return role == SeekRole::kArray; }

bool only_draws(SeekRole role) {
  switch (role) {
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex: return true;
    default: return false;
  }
}

}  // namespace

// Takes the calls that make their segment a live one.
void StateHistory::follow_list(const Call& call) {
  if (context_ == nullptr) return make_live();
  if (call.function == FunctionId::glCallList && call_list(call)) return;
  make_live();
  if (call.function == FunctionId::glNewList) {
    context_->is_compiling = true;
    context_->compiled_list = gl_number(call, 0);
    context_->lists[context_->compiled_list] = {.compiled_in = current(),
                                                .is_simple = gl_number(call, 1) == GL_COMPILE};
  } else if (call.function == FunctionId::glEndList) {
    context_->is_compiling = false;
    List& list = context_->lists[context_->compiled_list];
    list.is_simple &= !list.in_primitive;
  } else if (context_->is_compiling) {
    context_->lists[context_->compiled_list].is_simple = false;
  } else if (seek_roles()[static_cast<std::size_t>(call.function)] == SeekRole::kDeleteLists) {
    context_->lists.clear();
  }
}

void StateHistory::note_in_list(const Call& call) {
  static constexpr std::uint64_t kColour = place_key("colour"), kEnabled = place_key("enabled"),
                                 kColourMaterial = place_key("colour material");
  List& list = context_->lists[context_->compiled_list];
  const SeekRole role = seek_roles()[static_cast<std::size_t>(call.function)];
  const bool is_client_state =
      call.function == FunctionId::glEnableClientState || call.function == FunctionId::glDisableClientState;
  if (role == SeekRole::kBegin || role == SeekRole::kEnd) list.in_primitive = role == SeekRole::kBegin;
  if (is_never_in_list(role) || is_client_state || only_draws(role)) return;
  const Effect& effect = effect_of(call.function);
  const bool is_simple = effect.action == Action::kSet && effect.holder == Holder::kContext && effect.reads == 0 &&
                         effect.by == Selector::kNone && effect.place != kEnabled && effect.place != kColourMaterial &&
                         list.sets.size() < kMaxSets;
  list.is_simple &= is_simple || effect.action == Action::kNothing;
  if (!list.is_simple || !is_simple) return;
  const std::uint64_t key = key_of(call, effect, Selected{});
  const std::pair set{of_context(effect.part.empty() ? key : mixed(key_of(call, key, effect.part), 1)), effect.attrib};
  list.sets_colours |= effect.place == kColour;
  if (std::ranges::find(list.sets, set) == list.sets.end()) list.sets.push_back(set);
}

// False: what the call does is not followed.
bool StateHistory::call_list(const Call& call) {
  const auto found = context_->lists.find(gl_number(call, 0));
  if (found == context_->lists.end() || context_->in_primitive) return false;
  const List& list = found->second;
  const bool sets_materials = list.sets_colours && context_->colours_are_materials;
  if (context_->is_compiling || !list.is_simple || sets_materials) return false;
  need(list.compiled_in);
  if (!is_news(call, gl_number(call, 0), list.compiled_in)) return true;
  for (const auto& [key, attrib] : list.sets) set(key, attrib);
  return true;
}

}  // namespace replay
