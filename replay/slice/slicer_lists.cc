// The part of Slicer that follows display lists.
#include <glad/gl.h>

#include <algorithm>
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
  return action == Action::kDraw || action == Action::kBegin || action == Action::kEnd || action == Action::kVertex;
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
  state_->pushed_in_list = 0;
  return node;
}

// What a list does between a push and its pop does not outlast the list.
void Slicer::note_in_list(const Call& call, const Effect& effect) {
  auto& list = objects_[*state_->compiling].list;
  if (!only_draws(effect.action)) list.sets_state = true;
  list.draws |= only_draws(effect.action) || effect.action == Action::kOpaque || effect.action == Action::kCallList;
  switch (effect.action) {
    case Action::kPushMatrix:
    case Action::kPushAttrib: ++state_->pushed_in_list; return;
    case Action::kPopMatrix:
    case Action::kPopAttrib: list.is_relative |= --state_->pushed_in_list < 0; return;
    case Action::kLoadMatrix:
    case Action::kChangeMatrix: list.is_relative |= state_->pushed_in_list <= 0; return;
    case Action::kAdd:
    case Action::kOpaque: list.is_relative = true; return;
    case Action::kSelect: list.selected.emplace_back(effect.by, gl_number(call, 0)); return;
    case Action::kCallList: {
      const ObjectId called = named(Kind::kDisplayList, argument(call, 0));
      const bool is_known = call.function == glbindings::FunctionId::glCallList && called != 0;
      list.is_relative |= !is_known || objects_[called].list.is_relative || !objects_[called].list.selected.empty();
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
  if ((effect.reads & kReadsPixels) != 0 || effect.action == Action::kDraw) need_places(state_->pixel_store);
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
  objects_[*state_->compiling].list.is_relative |= state_->pushed_in_list != 0;
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
  bool sets_state = has_many && names.empty(), is_relative = sets_state, draws = false;
  std::vector<ObjectId> lists;
  for (const std::uint64_t name : names) {
    const ObjectId list = named(Kind::kDisplayList, name);
    if (list == 0) continue;
    lists.push_back(list);
    sets_state |= objects_[list].list.sets_state;
    is_relative |= objects_[list].list.is_relative;
    draws |= objects_[list].list.draws;
  }
  if (!sets_state && !is_live_) return CallGraph::kNone;
  for (const ObjectId list : lists) need_object(list);
  if (is_relative) {
    const Node node = opaque(call, effect_of(call.function));
    return is_live_ ? want(node) : node;
  }
  if (is_live_) need_state();
  else if (draws) need_destination();
  const Node node = add(call);
  if (is_live_) want(node);
  for (const ObjectId list : lists) {
    for (const auto& [selector, value] : objects_[list].list.selected) select_by_list(selector, value, node);
  }
  if (sets_state) {
    state_->places.change(kListEffects).set_part({.part = lists.empty() ? 0 : lists.front(), .node = node});
  }
  return node;
}

}  // namespace replay
