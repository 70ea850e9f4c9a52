#include "replay/seek/list_effects.h"

#include <glad/gl.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/made_at_once.h"
#include "replay/seek/effects.h"
#include "replay/seek/keys.h"
#include "replay/seek/repeated_call.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

// Returns how many of the first arguments say which current value a call sets.
std::size_t selectors(glbindings::FunctionId function) {
  const std::string_view name = glbindings::signature(function).name();
  if (name.starts_with("glMaterial")) return 2;  // face, parameter
  return name.starts_with("glMultiTexCoord") ? 1 : 0;
}

bool sets_colour(FunctionId function) {
  static constexpr std::uint64_t kColour = place_key("colour");
  return effect_of(function).place == kColour;
}

// Matrices that a list changes between a push and its pop are as before when the list ends.
bool changes_matrix(FunctionId function) {
  const Action action = effect_of(function).action;
  return action == Action::kLoadMatrix || action == Action::kChangeMatrix;
}

// Whether the call sets state anew, whatever it was, and a proof that draws cover everything does not depend on it
// (redraw_proof.h). So a list may begin with such calls and is alike when it is called again.
bool sets_plainly(const Call& call) {
  static constexpr std::uint64_t kPlaces[] = {place_key("texture environment"), place_key("light"),
                                              place_key("light model"), place_key("shade model"), place_key("fog")};
  const Effect& effect = effect_of(call.function);
  if (call.function == FunctionId::glBindTexture) return true;
  if (effect.action != Action::kSet) return false;
  if (effect.place == place_key("enabled")) {
    const std::uint32_t attribs = attribs_of_capability(gl_number(call, 0));
    return gl_number(call, 0) != GL_COLOR_MATERIAL && (attribs & (GL_TEXTURE_BIT | GL_LIGHTING_BIT | GL_FOG_BIT)) != 0;
  }
  return effect.holder == Holder::kTexture || std::ranges::find(kPlaces, effect.place) != std::end(kPlaces);
}

// Tells whether both calls set the same current value.
bool same_value(const Call& a, const Call& b) {
  if (a.function != b.function) return false;
  const std::size_t count = selectors(a.function);
  return std::equal(a.args, a.args + count, b.args, [](const Value& x, const Value& y) { return x.u == y.u; });
}

}  // namespace

void ListEffects::follow(const Call& call, SeekRole role, const void* context, const void* group) {
  if (role == SeekRole::kNewList) {
    begin(Key{group, list_name(call.args[0].u)}, context);
    return;
  }
  if (role == SeekRole::kDeleteLists) {
    const std::uint64_t first = call.args[0].u, count = call.args[1].u;
    const auto from = lists_.lower_bound({group, first});
    auto to = from;
    while (to != lists_.end() && to->first.first == group && to->first.second - first < count) {
      costs_[group].erase(list_name((to++)->first.second));
    }
    lists_.erase(from, to);
    return;
  }
  if (!compiling_in(context) || is_made_at_once_in_lists(call.function)) return;
  switch (role) {
    case SeekRole::kEndList:
      note_costs(*compiling_, now_);
      lists_.insert_or_assign(*compiling_, std::move(now_));
      compiling_.reset();
      return;
    case SeekRole::kDrawPixels: now_.pixels = true; [[fallthrough]];
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kVertex: now_.draws = true; return;
    case SeekRole::kBegin:
    case SeekRole::kEnd: now_.in_primitive = role == SeekRole::kBegin; return keep_primitive(call);
    case SeekRole::kAttribute: now_.sets_colour |= sets_colour(call.function); return add(call, true);
    case SeekRole::kContextState:
    case SeekRole::kListState:
    case SeekRole::kViewport:
    case SeekRole::kBindTexture:
    case SeekRole::kUseProgram:
    case SeekRole::kCallList:
      now_.sound &= !now_.in_primitive;  // GL refuses the call there
      now_.sets_late |= now_.draws;
      if (call.function == FunctionId::glColorMaterial) add_empty_primitive();
      return add(call, false);
    default: now_.sound = false;
  }
}

void ListEffects::note_costs(const Key& key, const List& list) {
  ListCosts& costs = costs_[key.first];
  const std::uint32_t name = list_name(key.second);
  costs.begin(name);
  costs.add_work(name, list.calls.size());
  for (const Call& call : list.calls) {
    if (call.function == glbindings::FunctionId::glCallList) costs.add_call(name, list_name(call.args[0].u));
  }
}

// GL refuses glNewList while a list is open. Where the open list is that of another context, both may have the same
// name, and the one that ends last replaces the other.
void ListEffects::begin(const Key& list, const void* context) {
  lists_.erase(list);
  if (compiling_) {
    now_.sound = false;
    return;
  }
  compiling_ = list;
  context_ = context;
  now_ = {};
}

void ListEffects::add(const Call& call, bool sets_current_value) {
  if (!now_.sound) return;
  if (sets_current_value) {
    const auto begin = now_.calls.begin() + static_cast<std::ptrdiff_t>(now_.sealed);
    const auto earlier =
        std::find_if(begin, now_.calls.end(), [&](const Call& other) { return same_value(other, call); });
    if (earlier != now_.calls.end()) now_.calls.erase(earlier);
  }
  const bool has_room = calls_ < kMaxCalls && now_.calls.size() - now_.sealed < kMaxValues;
  const std::optional<Call> kept = has_room ? copy_to_repeat(call, *now_.arena) : std::nullopt;
  now_.sound = kept.has_value();
  if (!now_.sound) return;
  ++calls_;
  now_.calls.push_back(*kept);
  if (!sets_current_value) now_.sealed = now_.calls.size();
}

// Keeps the first glBegin, and the first glEnd that comes after a colour.
void ListEffects::keep_primitive(const Call& call) {
  const bool is_begin = now_.in_primitive;
  if (now_.primitive.size() != (is_begin ? 0 : 1) || (!is_begin && !now_.sets_colour)) return;
  if (const auto kept = copy_to_repeat(call, *now_.arena)) now_.primitive.push_back(*kept);
}

void ListEffects::add_empty_primitive() {
  now_.sets_colour = false;
  if (now_.primitive.size() != 2) return;
  calls_ += now_.primitive.size();
  now_.calls.insert(now_.calls.end(), now_.primitive.begin(), now_.primitive.end());
  now_.primitive.clear();
}

std::optional<std::span<const Call>> ListEffects::of(std::uint64_t list, const void* group) const {
  const auto found = lists_.find({group, list_name(list)});
  if (found == lists_.end() || !found->second.sound) return std::nullopt;
  return found->second.calls;
}

ListEffects::Drawn ListEffects::drawn_by(std::uint64_t list, const void* group) {
  Walk all;
  if (!is_short(list, group) || !walk(list, group, 0, all)) return Drawn::kUnknown;
  if (!all.draws) return Drawn::kNothing;
  return all.is_alike && all.matrices == 0 ? Drawn::kAlike : Drawn::kUnknown;
}

bool ListEffects::walk(std::uint64_t list, const void* group, int depth, Walk& so_far) const {
  const auto found = lists_.find({group, list_name(list)});
  if (found == lists_.end() || !found->second.sound || depth == kMaxNested) return false;
  const List& all = found->second;
  so_far.draws |= all.draws && all.sets_late;
  so_far.is_alike &= !all.pixels;
  for (const Call& call : all.calls) {
    const SeekRole role = seek_role(call.function);
    if (role == SeekRole::kAttribute || role == SeekRole::kBegin || role == SeekRole::kEnd) continue;
    if (role == SeekRole::kCallList) {
      if (call.function != FunctionId::glCallList || !walk(call.args[0].u, group, depth + 1, so_far)) return false;
    } else if (call.function == FunctionId::glPushMatrix) {
      ++so_far.matrices;
    } else if (call.function == FunctionId::glPopMatrix && so_far.matrices > 0) {
      --so_far.matrices;
    } else {
      so_far.is_alike &=
          (so_far.matrices > 0 && changes_matrix(call.function)) || (!so_far.draws && sets_plainly(call));
    }
  }
  so_far.draws |= all.draws;
  return true;
}

}  // namespace replay
