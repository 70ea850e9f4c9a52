#include "replay/slice/slicer.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/frame_calls.h"
#include "replay/calls/window_system_calls.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

using loaders::Call;

constexpr std::uint32_t kEglOpenGl = 0x30A2;

}  // namespace

void Slicer::follow(const Call& call, bool is_wanted, bool is_dead) {
  const std::uint32_t thread = call.is(loaders::kAnyThread) ? 0 : call.thread;
  if (thread != contexts_.thread()) contexts_.switch_thread(thread);
  state_ = &states_[contexts_.current_handle()];
  state_->group = contexts_.current().share_group;
  current_ = made_current_[thread].node;
  needs_.clear();
  is_live_ = is_wanted || !is_dead;
  const Effect& effect = effect_of(call.function);
  Node node = CallGraph::kNone;
  if (call.is(loaders::kEndsFrame)) node = end_frame(call, is_wanted);
  else if (state_->compiling && effect.action != Action::kKept && effect.action != Action::kAskWindow)
    node = follow_in_list(call, effect);
  else node = follow_effect(call, effect);
  const bool keeps_all = caution_ == Caution::kAllIsKept && !call.is(loaders::kEndsFrame);
  if (node == CallGraph::kNone && (is_wanted || keeps_all)) node = add(call);
  if (is_wanted || keeps_all || caution_ == Caution::kStateIsKept ||
      (state_->in_primitive && state_->primitive_is_live))
    graph_.want(node);
  if (!call.is(loaders::kDerived)) {
    owner_node_ = node;
    owner_call_ = call.number;
  } else if (owner_call_ == call.number && node != CallGraph::kNone) {
    graph_.also_needs(owner_node_, node);
    graph_.also_needs(node, owner_node_);
  }
  follow_contexts(call);
}

Slicer::Node Slicer::add(const Call& call) {
  need(current_);
  std::ranges::sort(needs_);
  needs_.erase(std::unique(needs_.begin(), needs_.end()), needs_.end());
  const Node node = graph_.add(call.number, needs_);
  needs_.clear();
  return node;
}

void Slicer::follow_contexts(const Call& call) {
  switch (seek_role(call.function)) {
    case SeekRole::kNewContext:
      if (contexts_.new_context(call) && call.result() != nullptr) {
        states_.erase(call.result()->u);
        for (auto& [thread, made] : made_current_) {
          if (made.chosen && made.chosen->context == call.result()->u) made = {};
        }
      }
      state_ = nullptr;
      return;
    case SeekRole::kNewCanvas: contexts_.new_canvas(call); return;
    case SeekRole::kBindCanvas: {
      const std::uint64_t canvas = argument(call, 0);
      return make_current({.context = canvas, .drawable = canvas, .read_drawable = canvas});
    }
    case SeekRole::kChooseApi: return contexts_.choose_api(gl_number(call, 0) == kEglOpenGl ? Api::kGl : Api::kGles2);
    default: {
      if (const auto change = change_of_current(call); change && change->succeeded) return make_current(*change);
      if (const auto deleted = drawable_of_destroy(call)) {
        for (auto& [thread, made] : made_current_) {
          if (made.chosen && (made.chosen->drawable == *deleted || made.chosen->read_drawable == *deleted))
            made.chosen.reset();
        }
      }
    }
  }
}

// A window has a viewport of its own size when a context becomes current for the first time, so that call is needed as
// well.
void Slicer::make_current(const CurrentChange& chosen) {
  contexts_.set_current(chosen.context, chosen.drawable);
  MadeCurrent& now = made_current_[contexts_.thread()];
  if (now.chosen == chosen) return;
  now = {.node = owner_node_, .chosen = chosen};
  Node& first = states_[chosen.context].first_current;
  if (first == CallGraph::kNone) first = owner_node_;
  else graph_.also_needs(owner_node_, first);
}

Place& Slicer::change(Places& places, std::uint64_t key, std::uint32_t attrib) {
  auto& regions = regions_of(attrib);
  if (!regions.empty() && attrib != 0) {
    const Place* now = places.find(key);
    regions.back().saved.try_emplace({&places, key}, AttribRegion::Saved{now != nullptr ? *now : Place{}, attrib});
  }
  return places.change(key);
}

void Slicer::note_written(Node node, std::uint32_t attrib) {
  auto& regions = regions_of(attrib);
  if (!regions.empty() && attrib != 0) regions.back().written.push_back(node);
}

Slicer::Node Slicer::follow_effect(const Call& call, const Effect& effect) {
  if (effect.action != Action::kSet && effect.action != Action::kAdd) return follow_special(call, effect);
  if (effect.place == kNumbers) return ask_number(call, effect);
  static constexpr std::uint64_t kEnabled = place_key("enabled");
  const Target holder = target(call, effect);
  need_reads(effect, holder);
  const std::uint64_t at = key(call, effect);
  const std::uint32_t attrib = effect.place == kEnabled ? attribs_of_capability(gl_number(call, 0)) : effect.attrib;
  auto& regions = regions_of(attrib);
  if (attrib != 0 && !regions.empty()) need(regions.back().push);
  if (effect.action == Action::kAdd) need_place(*holder.places, at);
  Setting setting{.part = effect.part.empty() ? 0 : mixed(1, key_of(call, effect.place, effect.part))};
  for (const ObjectId object : named_objects(call)) {
    if (object == 0 || object == holder.object) continue;
    need_made(object);
    setting.object = object;
  }
  if ((effect.reads & kReadsArrayBuffer) != 0) setting.object = bound_object(binding("bound buffer", GL_ARRAY_BUFFER));
  setting.node = add(call);
  if (effect.holder == Holder::kContext) note_bound(setting.object, setting.node);
  Place& place = change(*holder.places, at, attrib);
  if (effect.part.empty()) place.set_whole(setting);
  else place.set_part(setting);
  note_written(setting.node, attrib);
  if (call.function == glbindings::FunctionId::glViewport &&
      bound_object(binding("bound framebuffer", GL_DRAW_FRAMEBUFFER)) == 0) {
    state_->window_viewport = mixed(gl_number(call, 2), gl_number(call, 3));
    state_->window_viewport_set = setting.node;
    // The recorder writes down how large the window is. Other viewports may be larger.
    if (call.is(loaders::kFake)) want(setting.node);
  }
  if (call.function == glbindings::FunctionId::glListBase) state_->list_base = gl_number(call, 0);
  colour_material(setting.node, effect, call);
  if ((effect.reads & kReadsBoundFramebuffer) != 0 &&
      bound_object(binding("bound framebuffer", GL_DRAW_FRAMEBUFFER)) != 0)
    state_->mipmaps.push_back(setting.node);
  return setting.node;
}

Slicer::Node Slicer::follow_special(const Call& call, const Effect& effect) {
  switch (effect.action) {
    case Action::kOpaque: return opaque(call, effect);
    case Action::kKept: return window_call(call);
    case Action::kNothing:
    case Action::kLockArrays:  // a promise not to change arrays, which draws can do without
    case Action::kUnlockArrays: return CallGraph::kNone;
    case Action::kSet:
    case Action::kAdd: return CallGraph::kNone;  // follow_effect()
    case Action::kDraw: return is_live_ ? draw(call) : CallGraph::kNone;
    case Action::kBitmap: return bitmap(call, effect);
    case Action::kBegin:
      state_->in_primitive = true;
      state_->primitive_is_live = is_live_;
      return is_live_ ? draw(call) : CallGraph::kNone;
    case Action::kEnd: {
      const bool live = state_->primitive_is_live;
      state_->in_primitive = false;
      return live ? want(add(call)) : CallGraph::kNone;
    }
    case Action::kVertex: return state_->in_primitive && state_->primitive_is_live ? want(add(call)) : CallGraph::kNone;
    case Action::kSelect: return select(call, effect);
    case Action::kLoadMatrix:
    case Action::kChangeMatrix: return change_matrix(call, effect.action);
    case Action::kPushMatrix: return push_matrix(call);
    case Action::kPopMatrix: return pop_matrix(call);
    case Action::kPushAttrib: return push_attrib(call, false);
    case Action::kPopAttrib: return pop_attrib(call, false);
    case Action::kPushClientAttrib: return push_attrib(call, true);
    case Action::kPopClientAttrib: return pop_attrib(call, true);
    case Action::kCreate: return create(call);
    case Action::kDelete: return erase(call);
    case Action::kBindBuffer: return bind_buffer(call, effect);
    case Action::kBindBufferTo: return bind_buffer_to(call, effect);
    case Action::kBindTexture: return bind_texture(call, effect);
    case Action::kBindUnits: return bind_units(call, effect);
    case Action::kBindFramebuffer: return bind_framebuffer(call, effect);
    case Action::kStoreBuffer: return store_buffer(call);
    case Action::kWriteBuffer: return write_buffer(call);
    case Action::kMapBuffer: return map_buffer(call);
    case Action::kUnmapBuffer: return unmap_buffer(call);
    case Action::kFlushBuffer: return flush_buffer(call);
    case Action::kWriteMemory: return write_memory(call);
    case Action::kSetUniform: return set_uniform(call);
    case Action::kAskLocation: return ask_location(call);
    case Action::kAttach: return attach(call);
    case Action::kDetach: return detach(call);
    case Action::kLink: return link(call);
    case Action::kNewList: return begin_list(call);
    case Action::kEndList: return end_list(call);
    case Action::kCallList: return call_list(call);
    case Action::kQuery: return query(call, effect);
    case Action::kReadBack: return read_back(call, effect);
    case Action::kAskWindow: return ask_window(call);
    case Action::kMakeImage: return make_image(call);
    case Action::kTakeImage: return take_image(call, effect);
  }
  return CallGraph::kNone;
}

Slicer::Node Slicer::draw(const Call& call) {
  need_state();
  need_places(state_->raster);
  for (const ObjectId object : named_objects(call)) need_object(object);
  return want(add(call));
}

// A bitmap that nobody sees may still be needed for where the next one goes.
Slicer::Node Slicer::bitmap(const Call& call, const Effect& effect) {
  need_places(state_->raster);
  if (is_live_) need_state();
  else {
    need_destination();
    need_reads({.reads = kReadsPixels}, {&state_->places, 0});
  }
  const auto& regions = regions_of(effect.attrib);
  if (!regions.empty()) need(regions.back().push);
  const Node node = add(call);
  move_raster(node);
  note_written(node, effect.attrib);
  return is_live_ ? want(node) : node;
}

void Slicer::move_raster(Node node) {
  static constexpr std::uint64_t kPosition = place_key("raster position");
  change(state_->raster, mixed(kPosition, 0), GL_CURRENT_BIT).set_whole({.node = node});
}

// A query is one thing with its end. It needs no other query, and nothing but conditional rendering needs it.
Slicer::Node Slicer::query(const Call& call, const Effect& effect) {
  const std::uint64_t target = key(call, effect);
  const std::vector<ObjectId> objects = named_objects(call);
  if (!objects.empty()) {  // a glBeginQuery
    need_made(objects.front());
    const Node node = add(call);
    state_->open_queries[target] = node;
    state_->queries.change(objects.front()).set_whole({.node = node});
    return node;
  }
  const auto open = state_->open_queries.find(target);
  if (open == state_->open_queries.end()) return CallGraph::kNone;
  need(open->second);
  const Node node = add(call);
  graph_.also_needs(open->second, node);
  state_->open_queries.erase(open);
  return node;
}

// Frames that are not wanted do not end, except where a window may have got another size: other replayers make windows
// as large as viewports, and take the new size at the next swap.
Slicer::Node Slicer::end_frame(const Call& call, bool is_wanted) {
  if (is_wanted) return draw(call);
  const auto window = drawable_of_swap(call);
  if (!window) return CallGraph::kNone;
  const auto [shown, is_first] = shown_sizes_.try_emplace(*window, state_->window_viewport);
  if (!is_first && shown->second == state_->window_viewport) return CallGraph::kNone;
  shown->second = state_->window_viewport;
  ++kept_frames_;
  need(state_->window_viewport_set);
  return want(add(call));
}

// It may read and change whatever draws read, and the objects that it names. Draws that come later need it.
Slicer::Node Slicer::opaque(const Call& call, const Effect& effect) {
  need_state();
  need_places(state_->raster);
  need_reads(effect, {&state_->places, 0});
  const std::vector<ObjectId> objects = named_objects(call);
  for (const ObjectId object : objects) need_object(object);
  need_pushed_attribs();
  const Node node = add(call);
  note_written_attribs(node);
  state_->places.change(kUnknownState).set_whole({.node = node});
  state_->raster.change(kUnknownState).set_whole({.node = node});
  for (const ObjectId object : objects) {
    if (object != 0) objects_[object].places.change(kUnknownState).set_whole({.node = node});
  }
  return node;
}

// Calls of the window system are kept, except those that make a context current, which later calls of the context need.
// They need what was asked about their arguments.
Slicer::Node Slicer::window_call(const Call& call) {
  for (std::size_t i = 0; i < call.argc; ++i) {
    const auto found = window_objects_.find(argument(call, i));
    if (found != window_objects_.end()) need_places(found->second);
  }
  const bool chooses_context = change_of_current(call) || seek_role(call.function) == SeekRole::kBindCanvas;
  if (chooses_context) current_ = CallGraph::kNone;  // it does not need what was current before
  const Node node = add(call);
  return chooses_context ? node : want(node);
}

// Calls of GLX and EGL have the display first, which is nothing that one asks about.
Slicer::Node Slicer::ask_window(const Call& call) {
  bool about_something = false;
  const Node node = add(call);
  const std::string_view name = glbindings::signature(call.function).name();
  const bool has_display = name.starts_with("glX") || name.starts_with("egl");
  for (std::size_t i = has_display ? 1 : 0; i < call.argc; ++i) {
    const loaders::Value& value = call.args[i];
    if (value.kind != loaders::ValueKind::kPointer && value.kind != loaders::ValueKind::kUint) continue;
    if (value.u == 0) continue;
    window_objects_[value.u].change(node).set_whole({.node = node});
    about_something = true;
    break;
  }
  return about_something ? node : CallGraph::kNone;
}

}  // namespace replay
