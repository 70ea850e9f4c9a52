// The part of Slicer that finds the places of calls, and what calls read.
#include <glad/gl.h>

#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/texture_targets.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

using glbindings::ObjectKind;

bool is_per_context(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kFramebuffer:
    case ObjectKind::kVertexArray:
    case ObjectKind::kProgramPipeline:
    case ObjectKind::kTransformFeedback:
    case ObjectKind::kQuery: return true;
    default: return false;
  }
}

constexpr int kMaxNested = 6;  // a list that calls lists, a framebuffer with textures of buffers

}  // namespace

std::uint64_t Slicer::owner(Kind kind) const {
  return is_per_context(kind) ? contexts_.current_handle() : owner_of_shared(state_->group);
}

ObjectId Slicer::named(Kind kind, std::uint64_t name) {
  return objects_.find(owner(kind), kind, static_cast<std::uint32_t>(name));
}

std::vector<ObjectId> Slicer::named_objects(const Call& call) {
  std::vector<ObjectId> objects;
  const auto params = glbindings::signature(call.function).params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].object == Kind::kNone || params[i].indirection != 0) continue;
    objects.push_back(named(params[i].object, argument(call, i)));
  }
  return objects;
}

std::uint64_t Slicer::binding(std::string_view place, std::uint64_t target, Selector by) const {
  return mixed(mixed(place_key(place), state_->selected[static_cast<std::size_t>(by)]), target);
}

ObjectId Slicer::bound_object(std::uint64_t key) {
  const Place* place = state_->places.find(key);
  return place == nullptr || place->settings.empty() ? 0 : place->settings.back().object;
}

// The object that a binding of the context names, or what belongs to the context where none is bound.
Slicer::Target Slicer::bound(std::uint64_t key) {
  need_place(state_->places, key);
  const ObjectId object = bound_object(key);
  if (object == 0) return {&state_->places, 0};
  need_made(object);
  return {&objects_[object].places, object};
}

ObjectId Slicer::vertex_array() {
  static constexpr std::uint64_t kBound = place_key("bound vertex array");
  const std::uint64_t key = mixed(kBound, 0);
  need_place(state_->places, key);
  if (const ObjectId object = bound_object(key); object != 0) return object;
  if (state_->default_vertex_array == 0) {
    state_->default_vertex_array =
        objects_.make(contexts_.current_handle(), Kind::kVertexArray, UINT64_MAX, CallGraph::kNone);
  }
  return state_->default_vertex_array;
}

Slicer::Target Slicer::target(const Call& call, const Effect& effect) {
  switch (effect.holder) {
    case Holder::kContext: return {&state_->places, 0};
    case Holder::kPixelStore: return {&state_->pixel_store, 0};
    case Holder::kRaster: return {&state_->raster, 0};
    case Holder::kVertexArray: {
      const ObjectId object = vertex_array();
      need_made(object);
      return {&objects_[object].places, object};
    }
    case Holder::kTexture:
      need_place(state_->places, mixed(place_key("active texture"), 0));
      return bound(binding("bound texture", bound_target(gl_number(call, 0)), Selector::kTextureUnit));
    case Holder::kRenderbuffer: return bound(mixed(place_key("bound renderbuffer"), 0));
    case Holder::kFramebuffer:
      return bound(binding("bound framebuffer",
                           gl_number(call, 0) == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER));
    case Holder::kDrawFramebuffer: return bound(binding("bound framebuffer", GL_DRAW_FRAMEBUFFER));
    case Holder::kReadFramebuffer: return bound(binding("bound framebuffer", GL_READ_FRAMEBUFFER));
    case Holder::kArbProgram: return bound(binding("bound program", gl_number(call, 0)));
    case Holder::kNamed: break;
  }
  const std::vector<ObjectId> objects = named_objects(call);
  if (objects.empty() || objects.front() == 0) return {&state_->places, 0};
  need_made(objects.front());
  return {&objects_[objects.front()].places, objects.front()};
}

void Slicer::need_place(const Places& places, std::uint64_t key) {
  const Place* place = places.find(key);
  if (place == nullptr) return;
  for (const Setting& setting : place->settings) need(setting.node);
}

void Slicer::need_places(Places& places) { need(places.all(graph_)); }

// All that an object consists of, and the objects that it refers to.
void Slicer::need_object(ObjectId object) {
  ++visits_;
  need_unvisited(object);
}

void Slicer::need_unvisited(ObjectId object) {
  std::vector<std::pair<ObjectId, int>> to_visit{{object, 0}};
  while (!to_visit.empty()) {
    const auto [number, depth] = to_visit.back();
    to_visit.pop_back();
    RecordedObject& here = objects_[number];
    if (number == 0 || std::exchange(here.visit, visits_) == visits_) continue;
    need(here.made);
    need(here.places.all(graph_));
    need(here.contents.all(graph_));
    if (depth == kMaxNested) continue;
    for (const ObjectId next : here.places.objects()) to_visit.emplace_back(next, depth + 1);
  }
}

void Slicer::need_state() {
  need_places(state_->places);
  need_places(state_->matrices);
  need_places(state_->pixel_store);
  ++visits_;
  for (const ObjectId object : state_->places.objects()) need_unvisited(object);
  need_unvisited(vertex_array());
}

void Slicer::need_destination() {
  const std::uint64_t framebuffer = binding("bound framebuffer", GL_DRAW_FRAMEBUFFER);
  need_place(state_->places, framebuffer);
  for (const char* masks : {"draw buffers", "colour mask", "depth mask", "stencil mask"})
    need_place(state_->places, mixed(place_key(masks), 0));
  for (const std::uint32_t test : {GL_DEPTH_TEST, GL_STENCIL_TEST})
    need_place(state_->places, mixed(mixed(place_key("enabled"), 0), test));
  need_object(bound_object(framebuffer));
}

void Slicer::need_reads(const Effect& effect, const Target& target) {
  if ((effect.reads & kReadsPixels) != 0) {
    need_places(state_->pixel_store);
    const std::uint64_t unpack = binding("bound buffer", GL_PIXEL_UNPACK_BUFFER);
    need_place(state_->places, unpack);
    need_object(bound_object(unpack));
  }
  if ((effect.reads & kReadsModelview) != 0) need_place(state_->matrices, mixed(GL_MODELVIEW, 0));
  if ((effect.reads & kReadsState) != 0) {
    need_state();
    if (effect.holder != Holder::kRaster) need_places(state_->raster);
  }
  if ((effect.reads & kReadsArrayBuffer) != 0) {
    const std::uint64_t array = binding("bound buffer", GL_ARRAY_BUFFER);
    need_place(state_->places, array);
    need_made(bound_object(array));
  }
  if ((effect.reads & kReadsHolder) != 0) {
    if (target.object != 0) need_object(target.object);
    else need_places(*target.places);
  }
  if ((effect.reads & kReadsQueries) != 0) need_places(state_->queries);
  if ((effect.reads & kReadsBoundFramebuffer) != 0)
    need_place(state_->places, binding("bound framebuffer", GL_DRAW_FRAMEBUFFER));
  // What a call of a unit sets depends on which unit is the active one.
  if (effect.by == Selector::kTextureUnit) need_place(state_->places, mixed(place_key("active texture"), 0));
  if (effect.by == Selector::kClientUnit) need_place(state_->places, mixed(place_key("active client texture"), 0));
  if (effect.by == Selector::kStencilFace) need_place(state_->places, mixed(place_key("active stencil face"), 0));
}

}  // namespace replay
