// The part of Slicer that follows display lists.
#include <glad/gl.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/calls/list_names.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

// What GL does at once while a list is compiled, instead of making it part of the list.
bool is_made_at_once(Action action, Holder holder) {
  switch (action) {
    case Action::kCreate:
    case Action::kDelete:
    case Action::kNothing:
    case Action::kDetach:
    case Action::kBindBuffer:
    case Action::kStoreBuffer:
    case Action::kWriteBuffer:
    case Action::kMapBuffer:
    case Action::kUnmapBuffer:
    case Action::kFlushBuffer:
    case Action::kWriteMemory:
    case Action::kReadBack:
    case Action::kAskLocation:
    case Action::kPushClientAttrib:
    case Action::kPopClientAttrib:
    case Action::kNewList:
    case Action::kEndList: return true;
    default: return holder == Holder::kPixelStore || holder == Holder::kVertexArray;
  }
}

bool only_draws(Action action) {
  return action == Action::kDraw || action == Action::kBitmap || action == Action::kBegin || action == Action::kEnd ||
         action == Action::kVertex;
}

bool is_of_matrices(Action action) {
  return action == Action::kLoadMatrix || action == Action::kChangeMatrix || action == Action::kPushMatrix ||
         action == Action::kPopMatrix;
}

// A damaged file could name any number of lists.
constexpr std::size_t kMaxListed = 65536;

// The names in the array of glCallLists, without the list base. Those that the recording lacks are missing.
std::vector<std::uint64_t> listed(const loaders::Call& call) {
  std::vector<std::uint64_t> names;
  const std::uint32_t type = gl_number(call, 1), size = list_type_bytes(type);
  if (call.argc < 3 || size == 0) return names;
  const auto bytes = call.args[2].bytes();
  const std::size_t count = std::min<std::size_t>({argument(call, 0), bytes.size() / size, kMaxListed});
  for (std::size_t i = 0; i < count; ++i) names.push_back(list_offset(bytes.data(), type, i));
  return names;
}

}  // namespace

Slicer::Node Slicer::begin_list(const Call& call) {
  const ObjectId before = named(Kind::kDisplayList, argument(call, 0));
  if (before != 0) need_made(before);
  const Node made = before != 0 ? objects_[before].made : CallGraph::kNone;
  const Node node = add(call);
  state_->compiling = objects_.make(owner(Kind::kDisplayList), Kind::kDisplayList, gl_number(call, 0), made);
  state_->compiles_only = gl_number(call, 1) == GL_COMPILE;
  state_->list_begin = node;
  state_->list_calls.assign(1, node);
  state_->list_objects.clear();
  state_->attribs_in_list = state_->matrices_in_list = 0;
  return node;
}

// Notes a place that the list sets as a whole, or a part of it. False: the call does more than that, or something else.
bool Slicer::note_set_in_list(const Call& call, const Effect& effect) {
  static constexpr std::uint64_t kEnabled = place_key("enabled"), kColour = place_key("colour"),
                                 kColourMaterial = place_key("colour material");
  const bool binds = effect.action == Action::kBindTexture;
  if (!binds && effect.action != Action::kSet) return false;
  const bool has_more = effect.holder != Holder::kContext || effect.reads != 0 || state_->attribs_in_list != 0 ||
                        effect.place == kColour || effect.place == kColourMaterial ||
                        (effect.place == kEnabled && gl_number(call, 0) == GL_COLOR_MATERIAL) ||
                        call.function == glbindings::FunctionId::glViewport ||
                        call.function == glbindings::FunctionId::glListBase;
  if (has_more) return false;
  const std::vector<ObjectId> objects = named_objects(call);
  const ObjectId object = binds && !objects.empty() ? objects.front() : 0;
  if (binds ? object != 0 && !objects_[object].was_bound : !objects.empty()) return false;
  const std::uint64_t part = effect.part.empty() ? 0 : mixed(1, key_of(call, effect.place, effect.part));
  const std::uint64_t at = key(call, effect);
  objects_[*state_->compiling].list.sets[mixed(at, part)] = {
      .key = at,
      .part = part,
      .object = object,
      .attrib = effect.place == kEnabled ? attribs_of_capability(gl_number(call, 0)) : effect.attrib,
      .by = effect.by,
      .selected = state_->selected[static_cast<std::size_t>(effect.by)]};
  return true;
}

// The places of a list that is called. Where another unit or face is selected than when the list was compiled, they are
// others.
void Slicer::set_by_list(const CalledList& called, Node node) {
  const ObjectId list = called.list;
  const auto& sets = objects_[list].list.sets;
  const bool are_these = std::ranges::all_of(sets, [&](const auto& each) {
    return state_->selected[static_cast<std::size_t>(each.second.by)] == each.second.selected;
  });
  if (objects_[list].list.sets_state || !are_these || called.is_pushed) {
    state_->places.change(kListEffects).set_part({.part = list, .node = node});
    return;
  }
  for (const auto& [at, set] : sets) {
    Place& place = change(state_->places, set.key, set.attrib);
    const Setting setting{.part = set.part, .node = node, .object = set.object};
    if (set.part == 0) place.set_whole(setting);
    else place.set_part(setting);
  }
}

// Attributes and matrices that a list changes between a push of them and its pop do not outlast the list.
void Slicer::note_in_list(const Call& call, const Effect& effect) {
  auto& list = objects_[*state_->compiling].list;
  const bool may_set = !only_draws(effect.action) && !is_of_matrices(effect.action);
  if (may_set && effect.action != Action::kCallList && !note_set_in_list(call, effect)) list.sets_state = true;
  list.is_relative |= (effect.reads & kReadsState) != 0;
  list.reads_modelview |= (effect.reads & kReadsModelview) != 0;
  list.draws |= only_draws(effect.action) || effect.action == Action::kOpaque || effect.action == Action::kCallList;
  switch (effect.action) {
    case Action::kPushMatrix: ++state_->matrices_in_list; return;
    case Action::kPopMatrix: list.is_relative |= --state_->matrices_in_list < 0; return;
    case Action::kPushAttrib: ++state_->attribs_in_list; return;
    case Action::kPopAttrib: list.is_relative |= --state_->attribs_in_list < 0; return;
    case Action::kLoadMatrix:
    case Action::kChangeMatrix: list.changes_matrix |= state_->matrices_in_list <= 0; return;
    case Action::kAdd:
    case Action::kOpaque: list.is_relative = true; return;
    case Action::kBitmap: list.moves_raster = true; return;
    case Action::kSelect: list.selected.emplace_back(effect.by, gl_number(call, 0)); return;
    case Action::kCallList: {
      const bool is_known = call.function == glbindings::FunctionId::glCallList && list.calls.size() < kMaxListed;
      if (is_known) list.calls.emplace_back(argument(call, 0), state_->attribs_in_list > 0);
      else list.sets_state = list.is_relative = true;
      return;
    }
    default: return;
  }
}

Slicer::Node Slicer::follow_in_list(const Call& call, const Effect& effect) {
  if (is_made_at_once(effect.action, effect.holder)) return follow_effect(call, effect);
  note_in_list(call, effect);
  const bool reads_arrays = effect.action == Action::kDraw || effect.action == Action::kVertex;
  if (reads_arrays) {
    const ObjectId array = vertex_array();
    need_object(array);
  }
  if ((effect.reads & kReadsPixels) != 0 || effect.action == Action::kDraw || effect.action == Action::kBitmap)
    need_places(state_->pixel_store);
  for (const ObjectId object : named_objects(call)) {
    if (object == 0) continue;
    need_made(object);
    state_->list_objects.push_back(object);
  }
  if (state_->compiles_only) {
    state_->list_calls.push_back(add(call));
    return CallGraph::kNone;
  }
  // The call also does what it does outside of a list.
  const std::vector<Node> needs = needs_;
  Node node = follow_effect(call, effect);
  if (node == CallGraph::kNone) {
    needs_ = needs;
    const bool draws = only_draws(effect.action) || effect.action == Action::kCallList;
    if (draws && !is_live_) need_destination();
    node = add(call);
  }
  state_->list_calls.push_back(node);
  return node;
}

Slicer::Node Slicer::end_list(const Call& call) {
  if (!state_->compiling) return CallGraph::kNone;
  needs_.insert(needs_.end(), state_->list_calls.begin(), state_->list_calls.end());
  const Node node = add(call);
  graph_.also_needs(state_->list_begin, node);
  // Mesa draws a list that is compiled and executed in another way than the calls alone.
  if (!state_->compiles_only) {
    for (const Node call_in_list : state_->list_calls) graph_.also_needs(call_in_list, node);
  }
  objects_[*state_->compiling].list.is_relative |= state_->attribs_in_list != 0 || state_->matrices_in_list != 0;
  Place& calls = objects_[*state_->compiling].places.change(kListCalls);
  calls.set_whole({.node = node});
  for (const ObjectId object : state_->list_objects) {
    calls.settings.push_back({.part = object, .node = CallGraph::kNone, .object = object});
  }
  state_->compiling.reset();
  state_->list_calls.clear();
  return node;
}

void Slicer::select_by_list(Selector selector, std::uint64_t value, Node node) {
  const char* place = "active stencil face";
  if (selector == Selector::kTextureUnit) place = "active texture";
  if (selector == Selector::kMatrixMode) place = "matrix mode";
  state_->selected[static_cast<std::size_t>(selector)] = value;
  state_->places.change(mixed(place_key(place), 0)).set_whole({.node = node});
}

// The lists with those that they call, which are what has these names by now.
std::optional<std::vector<Slicer::CalledList>> Slicer::called_lists(const std::vector<std::uint64_t>& names) {
  std::vector<CalledList> lists;
  for (const std::uint64_t name : names) {
    if (const ObjectId list = named(Kind::kDisplayList, name); list != 0) lists.push_back({.list = list});
  }
  std::set<std::pair<ObjectId, bool>> visited;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const CalledList outer = lists[i];
    if (!visited.emplace(outer.list, outer.is_pushed).second) continue;
    for (const auto& [name, is_pushed] : objects_[outer.list].list.calls) {
      const ObjectId list = named(Kind::kDisplayList, name);
      if (list != 0) lists.push_back({.list = list, .is_inner = true, .is_pushed = outer.is_pushed || is_pushed});
    }
    if (lists.size() > 2 * kMaxListed) return std::nullopt;
  }
  return lists;
}

// The drawing of a list is left out with the list. What the list sets lasts until the same list is called again, when
// what it sets does not depend on what was set before.
Slicer::Node Slicer::call_list(const Call& call) {
  std::vector<std::uint64_t> names{argument(call, 0)};
  const bool has_many = call.function != glbindings::FunctionId::glCallList;
  if (has_many) {
    names = listed(call);
    for (std::uint64_t& name : names) name = static_cast<std::uint32_t>(name + state_->list_base);
    need_place(state_->places, mixed(place_key("list base"), 0));
  }
  const auto known = called_lists(names);
  const std::vector<CalledList> lists = known.value_or(std::vector<CalledList>{});
  bool sets_state = !known || (has_many && names.empty()), is_relative = sets_state, draws = false,
       changes_matrix = false, moves_raster = false;
  for (const CalledList& called : lists) {
    const auto& list = objects_[called.list].list;
    sets_state |= list.sets_state || !list.sets.empty();
    // Which matrix it changes is not known when it selects one.
    is_relative |=
        list.is_relative || ((list.changes_matrix || called.is_inner || lists.size() > 1) && !list.selected.empty());
    draws |= list.draws;
    changes_matrix |= list.changes_matrix;
    moves_raster |= list.moves_raster;
  }
  if (!sets_state && !is_relative && !changes_matrix && !moves_raster && !is_live_) return CallGraph::kNone;
  for (const CalledList& called : lists) {
    need_object(called.list);
    if (objects_[called.list].list.reads_modelview) need_place(state_->matrices, mixed(GL_MODELVIEW, 0));
  }
  if (is_relative) {
    const Node node = opaque(call, effect_of(call.function));
    return is_live_ ? want(node) : node;
  }
  if (is_live_) need_state();
  else if (draws) need_destination();
  if (is_live_ || moves_raster) need_places(state_->raster);
  if (sets_state || moves_raster) {
    need_pushed_attribs();
    for (const char* selects : {"active texture", "active stencil face"})
      need_place(state_->places, mixed(place_key(selects), 0));
  }
  const Node node = changes_matrix ? change_matrix(call, Action::kChangeMatrix) : add(call);
  if (is_live_) want(node);
  for (const CalledList& called : lists) {
    for (const auto& [selector, value] : objects_[called.list].list.selected) select_by_list(selector, value, node);
  }
  if (moves_raster) move_raster(node);
  if (sets_state) {
    for (const CalledList& called : lists) {
      if (objects_[called.list].list.sets_state || !objects_[called.list].list.sets.empty()) set_by_list(called, node);
    }
  }
  if (sets_state || moves_raster) note_written_attribs(node);
  return node;
}

}  // namespace replay
