// The part of Slicer that follows names of objects, bindings, and buffers.
#include <glad/gl.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

using loaders::Call;

std::string_view name_of(const Call& call) { return glbindings::signature(call.function).name(); }

bool is_named(const Call& call) { return name_of(call).find("Named") != std::string_view::npos; }

std::uint64_t length(const Call& call, std::size_t i) { return argument(call, i); }

}  // namespace

// The names are in an array, or the result is one, or the first of several.
Slicer::Node Slicer::create(const Call& call) {
  const auto& signature = glbindings::signature(call.function);
  const Node node = add(call);
  const bool has_target = name_of(call) == "glCreateTextures";
  const auto make = [&](Kind kind, std::uint64_t name) {
    if (name == 0) return;
    const ObjectId object = objects_.make(owner(kind), kind, name, node);
    if (has_target) objects_[object].target = gl_number(call, 0);
  };
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    if (signature.params()[i].object == Kind::kNone || signature.params()[i].indirection == 0) continue;
    for (const std::uint32_t name : array_argument<std::uint32_t>(call, i)) make(signature.params()[i].object, name);
  }
  if (signature.result.object == Kind::kNone || call.result() == nullptr) return node;
  const std::uint64_t first = call.result()->u;
  const bool is_range = signature.result.object == Kind::kDisplayList;
  const std::uint64_t count = is_range ? std::min<std::uint64_t>(argument(call, 0), 65536) : 1;
  for (std::uint64_t i = 0; i < count; ++i) make(signature.result.object, first + i);
  return node;
}

// A deleted object is bound no longer, which matters to calls that come later. Apart from that a deletion is needed by
// nobody: another object may take the name without it. Where a deletion is kept, its objects have to be made: other
// replayers take a name that nobody made for the number that the driver chose for another object.
Slicer::Node Slicer::erase(const Call& call) {
  const auto& signature = glbindings::signature(call.function);
  std::vector<ObjectId> gone;
  const auto forget = [&](Kind kind, std::uint64_t name) {
    const ObjectId object = name == 0 ? 0 : named(kind, name);
    if (object == 0) return;
    gone.push_back(object);
    if (kind != Kind::kProgram && kind != Kind::kShader) objects_.forget(owner(kind), kind, name);
  };
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    const Kind kind = signature.params()[i].object;
    if (kind == Kind::kNone) continue;
    if (signature.params()[i].indirection == 0) forget(kind, gl_number(call, i));
    else
      for (const std::uint32_t name : array_argument<std::uint32_t>(call, i)) forget(kind, name);
  }
  std::vector<std::uint64_t> bound_there;
  state_->places.for_each([&](std::uint64_t key, const Place& place) {
    const bool is_gone = std::ranges::any_of(place.settings, [&](const Setting& setting) {
      return setting.object != 0 && std::ranges::find(gone, setting.object) != gone.end() &&
             objects_[setting.object].kind != Kind::kProgram;
    });
    if (is_gone) bound_there.push_back(key);
  });
  for (const ObjectId object : gone) need_made(object);
  if (bound_there.empty()) return CallGraph::kNone;
  for (const std::uint64_t key : bound_there) need_place(state_->places, key);
  const Node node = add(call);
  for (const std::uint64_t key : bound_there) state_->places.change(key).set_whole({.node = node});
  return node;
}

void Slicer::note_bound(ObjectId object, Node node) {
  if (object == 0 || objects_[object].was_bound) return;
  objects_[object].was_bound = true;
  objects_[object].made = node;
}

Slicer::Node Slicer::bind_buffer(const Call& call, const Effect& effect) {
  const ObjectId object = named(Kind::kBuffer, argument(call, 1));
  if (object != 0) need_made(object);
  const bool of_elements = gl_number(call, 0) == GL_ELEMENT_ARRAY_BUFFER;
  const ObjectId array = of_elements ? vertex_array() : 0;
  const Node node = add(call);
  note_bound(object, node);
  const Setting setting{.node = node, .object = object};
  const std::uint32_t attrib = gl_number(call, 0) == GL_ARRAY_BUFFER ? kClientArrays : 0;
  if (of_elements) objects_[array].places.change(kElements).set_whole(setting);
  else change(state_->places, key(call, effect), attrib).set_whole(setting);
  note_written(node, attrib);
  return node;
}

// It also binds the buffer to the target itself.
Slicer::Node Slicer::bind_buffer_to(const Call& call, const Effect& effect) {
  const ObjectId object = named(Kind::kBuffer, argument(call, 2));
  if (object != 0) need_made(object);
  const Node node = add(call);
  note_bound(object, node);
  const Setting setting{.node = node, .object = object};
  state_->places.change(key(call, effect)).set_whole(setting);
  state_->places.change(binding("bound buffer", gl_number(call, 0))).set_whole(setting);
  return node;
}

// A texture keeps the target that it is bound to first.
Slicer::Node Slicer::bind_texture(const Call& call, const Effect& effect) {
  const ObjectId object = named(Kind::kTexture, argument(call, 1));
  if (object != 0) {
    need_made(object);
    if (objects_[object].target == 0) objects_[object].target = gl_number(call, 0);
  }
  need_place(state_->places, mixed(place_key("active texture"), 0));
  if (!state_->attribs.empty()) need(state_->attribs.back().push);
  const Node node = add(call);
  note_bound(object, node);
  change(state_->places, key(call, effect), effect.attrib).set_whole({.node = node, .object = object});
  note_written(node, effect.attrib);
  return node;
}

// No target is named: it is that of the texture. Texture 0 is bound to all.
void Slicer::bind_to_unit(const Effect& effect, std::uint32_t unit, ObjectId object, bool is_texture, Node node) {
  static constexpr std::uint32_t kTargets[] = {GL_TEXTURE_1D,
                                               GL_TEXTURE_2D,
                                               GL_TEXTURE_3D,
                                               GL_TEXTURE_1D_ARRAY,
                                               GL_TEXTURE_2D_ARRAY,
                                               GL_TEXTURE_RECTANGLE,
                                               GL_TEXTURE_CUBE_MAP,
                                               GL_TEXTURE_CUBE_MAP_ARRAY,
                                               GL_TEXTURE_BUFFER,
                                               GL_TEXTURE_2D_MULTISAMPLE,
                                               GL_TEXTURE_2D_MULTISAMPLE_ARRAY};
  const std::uint64_t of_unit = mixed(effect.place, is_texture ? GL_TEXTURE0 + unit : 0);
  if (!is_texture) return change(state_->places, mixed(of_unit, unit), 0).set_whole({.node = node, .object = object});
  const std::uint32_t target = object != 0 ? objects_[object].target : 0;
  for (const std::uint32_t each : kTargets) {
    if (target != 0 && each != target) continue;
    change(state_->places, mixed(of_unit, each), effect.attrib).set_whole({.node = node, .object = object});
  }
}

Slicer::Node Slicer::bind_units(const Call& call, const Effect& effect) {
  const bool is_one = name_of(call) == "glBindTextureUnit";
  const bool is_texture = is_one || name_of(call) == "glBindTextures";
  const Kind kind = is_texture ? Kind::kTexture : Kind::kSampler;
  const auto names = array_argument<std::uint32_t>(call, 2);
  const std::uint32_t count = is_one ? 1 : std::min<std::uint32_t>(gl_number(call, 1), 1024);
  const auto object = [&](std::uint32_t i) {
    const std::uint32_t name = is_one ? gl_number(call, 1) : i < names.size() ? names[i] : 0;
    return named(kind, name);
  };
  for (std::uint32_t i = 0; i < count; ++i) need_made(object(i));
  if (!state_->attribs.empty()) need(state_->attribs.back().push);
  const Node node = add(call);
  for (std::uint32_t i = 0; i < count; ++i) bind_to_unit(effect, gl_number(call, 0) + i, object(i), is_texture, node);
  note_written(node, effect.attrib);
  return node;
}

Slicer::Node Slicer::bind_framebuffer(const Call& call, const Effect&) {
  const ObjectId object = named(Kind::kFramebuffer, argument(call, 1));
  if (object != 0) need_made(object);
  const Node node = add(call);
  note_bound(object, node);
  // Mesa gives a texture another storage when its mipmaps are made. A framebuffer object that stays bound draws into
  // the old one until another is bound. So this call matters even when the object is bound again before anything is
  // drawn.
  if (gl_number(call, 0) != GL_READ_FRAMEBUFFER) {
    for (const Node mipmap : std::exchange(state_->mipmaps, {})) graph_.also_needs(mipmap, node);
  }
  for (const std::uint32_t target : {GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER}) {
    if (gl_number(call, 0) != GL_FRAMEBUFFER && gl_number(call, 0) != target) continue;
    state_->places.change(binding("bound framebuffer", target)).set_whole({.node = node, .object = object});
  }
  return node;
}

// Buffers ------------------------------------------------------------------------------------------------------------

// The buffer that the call names, or that is bound to its target. 0: none.
ObjectId Slicer::buffer_of(const Call& call) {
  if (is_named(call)) {
    const ObjectId object = named(Kind::kBuffer, argument(call, 0));
    if (object != 0) need_made(object);
    return object;
  }
  if (gl_number(call, 0) == GL_ELEMENT_ARRAY_BUFFER) {
    Places& array = objects_[vertex_array()].places;
    need_place(array, kElements);
    const Place* place = array.find(kElements);
    const ObjectId object = place == nullptr || place->settings.empty() ? 0 : place->settings.back().object;
    if (object != 0) need_made(object);
    return object;
  }
  const Target target = bound(binding("bound buffer", gl_number(call, 0)));
  return target.object;
}

Slicer::Node Slicer::store_buffer(const Call& call) {
  const ObjectId object = buffer_of(call);
  const Node node = add(call);
  if (object == 0) return node;
  objects_[object].places.change(kBufferStorage).set_whole({.node = node});
  objects_[object].contents.clear();
  return node;
}

Slicer::Node Slicer::write_buffer(const Call& call) {
  const ObjectId object = buffer_of(call);
  if (object != 0) need_place(objects_[object].places, kBufferStorage);
  const Node node = add(call);
  if (object == 0) return node;
  const bool is_derived = name_of(call).starts_with("replay");
  const std::uint64_t size = is_derived && call.argc > 2 ? call.args[2].byte_size() : length(call, 2);
  objects_[object].contents.write(length(call, 1), size, node);
  return node;
}

// A mapping is needed by what is written through it, and needs its end, because GL draws from no buffer that is mapped.
Slicer::Node Slicer::map_buffer(const Call& call) {
  const ObjectId object = buffer_of(call);
  if (object != 0) need_place(objects_[object].places, kBufferStorage);
  const Node node = add(call);
  if (object == 0 || call.result() == nullptr || call.result()->u == 0) return node;
  RecordedObject& buffer = objects_[object];
  const bool has_range = name_of(call).find("Range") != std::string_view::npos;
  buffer.mapped_by = node;
  buffer.mapped_at = call.result()->u;
  buffer.mapped_offset = has_range ? length(call, 1) : 0;
  buffer.mapped_size = has_range ? length(call, 2) : UINT64_MAX - buffer.mapped_at;
  if (has_range && (gl_number(call, 3) & GL_MAP_INVALIDATE_BUFFER_BIT) != 0) buffer.contents.clear();
  std::erase(mapped_, object);
  mapped_.push_back(object);
  return node;
}

Slicer::Node Slicer::unmap_buffer(const Call& call) {
  const ObjectId object = buffer_of(call);
  if (object == 0) return add(call);
  RecordedObject& buffer = objects_[object];
  need(buffer.mapped_by);
  const Node node = add(call);
  graph_.also_needs(buffer.mapped_by, node);
  buffer.mapped_by = CallGraph::kNone;
  std::erase(mapped_, object);
  return node;
}

Slicer::Node Slicer::flush_buffer(const Call& call) {
  const ObjectId object = buffer_of(call);
  if (object != 0) need(objects_[object].mapped_by);
  const Node node = add(call);
  if (object != 0) graph_.also_needs(objects_[object].mapped_by, node);
  return node;
}

// memcpy(destination, source, size). A destination that is in no mapping is client memory, which is kept.
Slicer::Node Slicer::write_memory(const Call& call) {
  const std::uint64_t at = argument(call, 0), size = argument(call, 2);
  for (const ObjectId object : mapped_) {
    RecordedObject& buffer = objects_[object];
    if (at + size <= buffer.mapped_at || at >= buffer.mapped_at + buffer.mapped_size) continue;
    need(buffer.mapped_by);
    const Node node = add(call);
    const std::uint64_t begin = at < buffer.mapped_at ? 0 : at - buffer.mapped_at;
    buffer.contents.write(buffer.mapped_offset + begin, size, node);
    return node;
  }
  return want(add(call));
}

// What is read into client memory was recorded, and has no effect. A buffer takes pixels when one is bound for it.
Slicer::Node Slicer::read_back(const Call& call, const Effect& effect) {
  const ObjectId buffer = bound_object(binding("bound buffer", GL_PIXEL_PACK_BUFFER));
  if (buffer == 0) return CallGraph::kNone;
  const Node node = opaque(call, effect);
  objects_[buffer].places.change(kUnknownState).set_whole({.node = node});
  return node;
}

}  // namespace replay
