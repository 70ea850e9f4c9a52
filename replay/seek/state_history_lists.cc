// The part of StateHistory that follows display lists.
//
// A list is something that its glNewList sets, and glCallList needs. Many programs compile the same list anew in each
// frame. What it holds is recorded and not made, so it sets nothing and reads nothing when it is compiled, as long as
// it holds no more than primitives, matrices, pushes and pops, what glPushAttrib saves, bindings, and calls of lists.
// Other lists make their segment a live one.
//
// Many lists only draw, with colours, materials, and matrices between a push and its pop; a call of such a list sets
// what it sets. Of other lists those calls are followed one by one that list_effects.h keeps.
//
// A number that was never compiled stands for no list, and to call it does nothing. So does one that was deleted, where
// the segment that deleted it is made. Names of lists are those of the recording, so glGenLists need not be made.
#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/list_names.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"
#include "replay/seek/state_history.h"
#include "replay/seek/treatments.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kMaxSets = 256;  // of one list
constexpr std::uint64_t kListPlace = place_key("display list"), kEnabledPlace = place_key("enabled"),
                        kListBase = mixed(place_key("list base"), 0);

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
    case Action::kPopMatrix:
    case Action::kPushAttrib:
    case Action::kPopAttrib:
    case Action::kSelect:
    case Action::kCallList: return true;
    case Action::kBindTexture: return function == FunctionId::glBindTexture;
    case Action::kSet:
      if (role == SeekRole::kUseProgram) return true;
      return effect.holder == Holder::kContext && effect.reads == 0 && effect.attrib != 0 &&
             (effect.attrib & kClientAttribs) == 0 && !treatment_of(function).names_objects;
    default: return false;
  }
}

}  // namespace

// A context of which it is not known with whom it shares may compile any list, and call any. One that is older than the
// recording shares with none that a call of the recording has made without a partner.
bool StateHistory::lists_are_known() const {
  if (lists_are_lost_) return false;
  if (context_->group == ShareGroups::kAny) return contexts_.size() == 1;
  return groups_.contexts_in(ShareGroups::kAny) == 0;
}

// Takes calls that are not followed, but for some of lists.
void StateHistory::follow_list(const Call& call) {
  if (context_ == nullptr) return make_live();
  const SeekRole role = seek_role(call.function);
  list_effects_.follow(call, role, context_, &lists());
  if (role == SeekRole::kCallList) {
    if (context_->compiling) note_in_list(call);
    if (context_->compiling && !context_->compiling->executes) return;
    if (call_lists(call)) return;
  }
  if (role == SeekRole::kNewList && !context_->compiling) return begin_list(call);
  if (role == SeekRole::kEndList) return end_list();
  if (role == SeekRole::kDeleteLists && lists_are_known() && !is_any_compiled()) return delete_lists(call);
  make_live();
  context_->stacks_are_known = false;
  if (role == SeekRole::kNewList) lists()[gl_number(call, 0)] = {};  // GL should refuse it
  if (context_->compiling) lists()[context_->compiling->list] = {.compiled_in = current()};
  lists_are_lost_ |= role == SeekRole::kDeleteLists;
  if (role != SeekRole::kCallList) return;
  // The lists that are called may be some that were deleted.
  for (const std::uint32_t in : std::exchange(lists_deleted_in_, {})) segments_[in].is_kept = true;
}

bool StateHistory::is_any_compiled() const {
  return std::ranges::any_of(contexts_, [](const auto& each) { return each.second.compiling.has_value(); });
}

void StateHistory::begin_list(const Call& call) {
  const std::uint64_t number = gl_number(call, 0), mode = gl_number(call, 1);
  const bool is_accepted =
      number != 0 && !context_->in_primitive && (mode == GL_COMPILE || mode == GL_COMPILE_AND_EXECUTE);
  const bool is_followed = is_accepted && lists_are_known();
  if (!is_followed) make_live();
  is_news(call, number, 0);
  context_->compiling = Compiling{.list = number, .executes = !is_accepted || mode == GL_COMPILE_AND_EXECUTE};
  lists()[number] = {.compiled_in = current(), .is_simple = is_followed, .is_whole = is_followed};
}

// The calls of a segment that is not made do not become a list: the list of before remains, which nobody calls.
void StateHistory::end_list() {
  if (!context_->compiling) return make_live();
  List& list = lists()[context_->compiling->list];
  list.is_whole &= !list.in_primitive;
  list.is_simple &= !list.in_primitive && list.pushed == 0;
  set(key_of_list(context_->compiling->list), 0);
  context_->compiling.reset();
}

std::uint64_t StateHistory::key_of_list(std::uint64_t number) const {
  return mixed(mixed(kListPlace, context_->group), number);
}

// A list that was deleted is one that does nothing.
void StateHistory::delete_lists(const Call& call) {
  const std::uint64_t first = gl_number(call, 0), count = gl_number(call, 1);
  is_news(call, 0, context_->in_primitive ? 1 : 0);
  Lists& lists = this->lists();
  bool is_any = false;
  for (auto each = lists.lower_bound(first); each != lists.end() && each->first - first < count; ++each) {
    each->second = {
        .compiled_in = current(), .is_simple = !context_->in_primitive, .is_whole = !context_->in_primitive};
    if (const auto record = records_.find(key_of_list(each->first)); record != records_.end()) {
      lasts_until_now(record->second.segment);
      records_.erase(record);
    }
    is_any = true;
  }
  if (context_->in_primitive) make_live();
  if (is_any && (lists_deleted_in_.empty() || lists_deleted_in_.back() != current()))
    lists_deleted_in_.push_back(current());
}

void StateHistory::note_in_list(const Call& call) {
  List& list = lists()[context_->compiling->list];
  const SeekRole role = seek_role(call.function);
  const Effect& effect = effect_of(call.function);
  if (!depends_on_arguments_only(call.function)) make_live();
  list.uses_raster |= role == SeekRole::kDrawPixels || role == SeekRole::kCopyPixels;
  note_form(list, call);
  if (role == SeekRole::kBegin || role == SeekRole::kEnd) {
    list.is_whole &= list.in_primitive != (role == SeekRole::kBegin);
    list.is_simple &= list.is_whole;
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
  list.is_whole = list.is_simple = false;
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
      effect.place == place_key("colour material") || call.function == FunctionId::glListBase ||
      treatment_of(call.function).names_objects)
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
bool StateHistory::call_lists(const Call& call) {
  if (context_->in_primitive || !lists_are_known()) return false;
  if (lists_deep_ == 0) calls_of_lists_ = 0;
  if (call.function == FunctionId::glCallList) return call_list(call, gl_number(call, 0));
  const std::uint32_t count = gl_number(call, 0), type = gl_number(call, 1);
  const std::span<const std::byte> names = call.args[2].bytes();
  is_news(call, 0, 0);
  if (list_type_bytes(type) == 0) return true;  // GL refuses it
  if (names.size() / list_type_bytes(type) < count) return false;
  const Record* base = find(of_context(kListBase));
  if (base != nullptr) need(*base);
  const std::uint64_t first = base != nullptr ? base->value : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!call_list(call, static_cast<std::uint32_t>(first + list_offset(names.data(), type, i)))) return false;
  }
  return true;
}

bool StateHistory::call_list(const Call& call, std::uint64_t number) {
  const auto found = lists().find(number);
  if (found == lists().end()) return is_news(call, number, 0), true;  // there is none, and nothing happens
  const List& list = found->second;
  need(list.compiled_in);
  const bool sets_materials = list.sets_colours && context_->colours_are_materials;
  if (!list.is_simple || sets_materials) return list.is_whole && call_one_by_one(call, number, list);
  context_->may_be_lit |= list.sets_lights;
  const bool has_matrices = list.pushes || list.changes_matrix;
  const std::uint64_t matrices = has_matrices ? mixed(matrix_key(), context_->stacks[matrix_key()].size()) : 0;
  if (list.changes_matrix) add_to_matrix(matrix_key());
  const std::uint64_t about = mixed(mixed(number, list.compiled_in), selected(Selector::kTextureUnit));
  if (!is_news(call, about, mixed(list.form, matrices))) return true;
  for (const SetByList& each : list.sets) set_by_list(each);
  return true;
}

// Follows what outlasts the calls of the list as if the program made it here.
bool StateHistory::call_one_by_one(const Call& call, std::uint64_t number, const List& list) {
  const auto calls = list_effects_.of(number, &lists());
  if (!calls || lists_deep_ == ListEffects::kMaxNested) return false;
  calls_of_lists_ += calls->size() + 1;
  if (calls_of_lists_ > kMaxCallsOfLists) return false;
  if (list.uses_raster) find_raster();
  is_news(call, mixed(number, list.compiled_in), list.form);
  ++lists_deep_;
  const bool are_followed = std::ranges::all_of(*calls, [this](const Call& each) { return follow_of_list(each); });
  --lists_deep_;
  return are_followed;
}

bool StateHistory::follow_of_list(const Call& call) {
  const Treatment& treatment = treatment_of(call.function);
  const Effect& effect = effect_of(call.function);
  if (pending_colour_.is_open() && may_use_materials(treatment, call.function)) use_pending_colour();
  if (seek_role(call.function) == SeekRole::kCallList) return call_lists(call);
  if (treatment.treated == Treated::kDraw) return true;
  if (treatment.treated == Treated::kIdle && treatment.names_objects) need_named(call);
  if (treatment.treated == Treated::kEffect) follow_effect(call, effect);
  if (effect.action == Action::kSelect) make_live();  // another segment cannot carry the call alone
  return treatment.treated != Treated::kLive;
}

}  // namespace replay
