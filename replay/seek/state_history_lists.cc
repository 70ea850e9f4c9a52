// The part of StateHistory that follows display lists.
//
// A list is something that its glNewList sets, and glCallList needs. Many programs compile the same list anew in each
// frame. What it holds is recorded and not made, so it sets nothing and reads nothing when it is compiled, as long as
// it holds no more than primitives and state that glPushAttrib saves. Other lists make their segment a live one.
//
// Many lists only draw, with colours, materials, and matrices between a push and its pop; a call of such a list sets
// what it sets.
#include <glad/gl.h>

#include <algorithm>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"
#include "replay/seek/state_history.h"
#include "replay/seek/treatments.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kMaxSets = 256;  // of one list
constexpr std::uint64_t kListPlace = place_key("display list"), kEnabledPlace = place_key("enabled");

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

// Whether GL looks at nothing but the arguments of the call where it records it in a list.
bool depends_on_arguments_only(FunctionId function) {
  const SeekRole role = seek_role(function);
  const Effect& effect = effect_of(function);
  switch (role) {
    case SeekRole::kRectangle:
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: return true;
    default: break;
  }
  switch (effect.action) {
    case Action::kLoadMatrix:
    case Action::kChangeMatrix:
    case Action::kPushMatrix:
    case Action::kPopMatrix: return true;
    case Action::kSet:
      return effect.holder == Holder::kContext && effect.reads == 0 && effect.attrib != 0 &&
             (effect.attrib & kClientAttribs) == 0 && !treatment_of(function).names_objects;
    default: return false;
  }
}

}  // namespace

// Takes calls that are not followed, but for some of lists.
void StateHistory::follow_list(const Call& call) {
  if (context_ == nullptr) return make_live();
  if (call.function == FunctionId::glCallList && call_list(call)) return;
  if (call.function == FunctionId::glNewList && !context_->compiling) return begin_list(call);
  if (call.function == FunctionId::glEndList) return end_list();
  make_live();
  if (context_->compiling) context_->lists[context_->compiling->list].is_simple = false;
  else if (seek_role(call.function) == SeekRole::kDeleteLists) context_->lists.clear();
}

void StateHistory::begin_list(const Call& call) {
  const std::uint64_t number = gl_number(call, 0);
  // A list that another context may compile, too, is not followed.
  const bool is_only_compiled = gl_number(call, 1) == GL_COMPILE && !shares_objects();
  if (!is_only_compiled || context_->in_primitive || number == 0) make_live();
  is_news(call, number, 0);
  context_->compiling = Compiling{.list = number};
  context_->lists[number] = {.compiled_in = current(), .is_simple = is_only_compiled};
}

// The calls of a segment that is not made do not become a list: the list of before remains, which nobody calls.
void StateHistory::end_list() {
  if (!context_->compiling) return make_live();
  List& list = context_->lists[context_->compiling->list];
  list.is_simple &= !list.in_primitive && list.pushed == 0;
  set(of_context(mixed(kListPlace, context_->compiling->list)), 0);
  context_->compiling.reset();
}

void StateHistory::note_in_list(const Call& call) {
  List& list = context_->lists[context_->compiling->list];
  const SeekRole role = seek_role(call.function);
  const Effect& effect = effect_of(call.function);
  if (!depends_on_arguments_only(call.function)) make_live();
  note_form(list, call);
  if (role == SeekRole::kBegin || role == SeekRole::kEnd) {
    list.is_simple &= list.in_primitive != (role == SeekRole::kBegin);
    list.in_primitive = role == SeekRole::kBegin;
  }
  if (!only_draws(role) && !notes_matrix(list, effect.action)) note_set(list, call, effect);
}

// GL takes a list as it took the first that holds the same calls in any order, whatever their numbers are. Vertices
// have one form each, so a bit tells that it is known.
void StateHistory::note_form(List& list, const Call& call) {
  Compiling& compiling = *context_->compiling;
  const std::size_t bit = static_cast<std::size_t>(call.function) * 2 + (list.in_primitive ? 1 : 0);
  if (compiling.seen.empty()) compiling.seen.resize(static_cast<std::size_t>(FunctionId::kCount) * 2);
  if (compiling.seen[bit]) return;
  compiling.seen[bit] = treatment_of(call.function).deciding == 0;
  const std::uint64_t form = form_of(call, list.in_primitive ? 1 : 0);
  if (compiling.forms.insert(form).second) list.form += form;
  if (compiling.forms.size() <= kMaxForms) return;
  make_live();
  list.is_simple = false;
}

// What a matrix is between a push and its pop is gone after it.
bool StateHistory::notes_matrix(List& list, Action action) {
  switch (action) {
    case Action::kPushMatrix:
      list.pushes = true;
      ++list.pushed;
      return true;
    case Action::kPopMatrix:
      list.is_simple &= list.pushed > 0;
      list.pushed -= list.pushed > 0 ? 1 : 0;
      return true;
    case Action::kLoadMatrix:
    case Action::kChangeMatrix: list.changes_matrix |= list.pushed == 0; return true;
    default: return false;
  }
}

void StateHistory::note_set(List& list, const Call& call, const Effect& effect) {
  if (effect.action == Action::kNothing) return;
  const auto set = set_in_list(call, effect);
  list.is_simple &= set.has_value() && list.sets.size() < kMaxSets;
  if (!list.is_simple) return;
  list.sets_colours |= effect.place == place_key("colour");
  list.sets_lights |= effect.place == kEnabledPlace && gl_number(call, 0) == GL_LIGHTING;
  if (std::ranges::find(list.sets, *set) == list.sets.end()) list.sets.push_back(*set);
}

// No value: what the call sets depends on what is set when the list is called, or it decides what others set.
std::optional<StateHistory::SetByList> StateHistory::set_in_list(const Call& call, const Effect& effect) const {
  if (effect.action != Action::kSet || effect.holder != Holder::kContext || effect.reads != 0 ||
      effect.place == place_key("colour material") || treatment_of(call.function).names_objects)
    return std::nullopt;
  if (effect.place == kEnabledPlace && effect.part.empty()) {
    const std::uint32_t capability = gl_number(call, 0), attrib = attribs_of_capability(capability);
    if (capability == GL_COLOR_MATERIAL) return std::nullopt;
    if ((attrib & GL_TEXTURE_BIT) != 0) return SetByList{.attrib = attrib, .capability = capability};
    return SetByList{.key = of_context(key_of(call, effect, Selected{})), .attrib = attrib};
  }
  if (effect.by != Selector::kNone) return std::nullopt;
  const std::uint64_t key = key_of(call, effect, Selected{});
  return SetByList{.key = of_context(effect.part.empty() ? key : mixed(key_of(call, key, effect.part), 1)),
                   .attrib = effect.attrib};
}

void StateHistory::set_by_list(const SetByList& one) {
  const std::uint64_t unit = selected(Selector::kTextureUnit);
  set(one.capability == 0 ? one.key : of_context(mixed(mixed(kEnabledPlace, unit), one.capability)), one.attrib);
}

// False: what the call does is not followed.
bool StateHistory::call_list(const Call& call) {
  const auto found = context_->lists.find(gl_number(call, 0));
  if (found == context_->lists.end() || context_->in_primitive) return false;
  const List& list = found->second;
  const bool sets_materials = list.sets_colours && context_->colours_are_materials;
  if (context_->compiling || !list.is_simple || sets_materials || shares_objects()) return false;
  need(list.compiled_in);
  context_->may_be_lit |= list.sets_lights;
  const bool has_matrices = list.pushes || list.changes_matrix;
  const std::uint64_t matrices = has_matrices ? mixed(matrix_key(), context_->stacks[matrix_key()].size()) : 0;
  if (list.changes_matrix) add_to_matrix(matrix_key());
  const std::uint64_t about = mixed(mixed(gl_number(call, 0), list.compiled_in), selected(Selector::kTextureUnit));
  if (!is_news(call, about, mixed(list.form, matrices))) return true;
  for (const SetByList& each : list.sets) set_by_list(each);
  return true;
}

}  // namespace replay
