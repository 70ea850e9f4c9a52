// The part of StateHistory that follows objects: their names, what is bound, and buffers.
#include <glad/gl.h>

#include <algorithm>
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/calls/texture_targets.h"
#include "replay/remap/share_group.h"
#include "replay/seek/keys.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

using loaders::Call;

constexpr std::uint64_t kContents = place_key("contents of a buffer");

std::string_view name_of(const Call& call) { return glbindings::signature(call.function).name(); }
bool is_named(const Call& call) { return name_of(call).find("Named") != std::string_view::npos; }

}  // namespace

// Names -------------------------------------------------------------------------------------------------------------

// A name means the same object in all contexts of a share group. Where the group is not known, it means another one in
// each context. That only makes segments last longer, because a segment in which such a context becomes current is a
// live one.
std::uint64_t StateHistory::key_of_name(Kind kind, std::uint64_t name) const {
  if (kind == Kind::kShader) kind = Kind::kProgram;  // they have one name space
  const bool is_of_group = is_shared(kind) && context_->group != ShareGroups::kAny;
  const std::uint64_t space = is_of_group ? mixed(place_key("share group"), context_->group) : context_->handle;
  return mixed(mixed(space, static_cast<std::uint64_t>(kind)), name);
}

StateHistory::ObjectNumber StateHistory::object(Kind kind, std::uint64_t name) {
  if (name == 0) return 0;
  if (kind == Kind::kShader) kind = Kind::kProgram;
  const auto [found, is_new] = by_name_.try_emplace(key_of_name(kind, name), ObjectNumber{0});
  if (is_new) {
    found->second = static_cast<ObjectNumber>(objects_.size());
    objects_.push_back({.kind = kind, .made = current()});
    has_programs_ |= kind == Kind::kProgram || kind == Kind::kProgramPipeline || kind == Kind::kArbProgram ||
                     kind == Kind::kExtVertexShader;
  }
  return found->second;
}

StateHistory::ObjectNumber StateHistory::make(Kind kind, std::uint64_t name) {
  if (name == 0) return 0;
  by_name_.erase(key_of_name(kind, name));
  const ObjectNumber made = object(kind, name);
  objects_[made].has_name = true;
  return made;
}

StateHistory::ObjectNumber StateHistory::first_named(const Call& call) {
  const auto params = glbindings::signature(call.function).params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].object == Kind::kNone || params[i].indirection != 0) continue;
    const bool is_wide = params[i].type == glbindings::Type::kHandle;
    return object(params[i].object, is_wide ? argument(call, i) : gl_number(call, i));
  }
  return 0;
}

void StateHistory::create(const Call& call) {
  const auto& signature = glbindings::signature(call.function);
  const bool has_target = name_of(call) == "glCreateTextures";
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    if (signature.params()[i].object == Kind::kNone || signature.params()[i].indirection == 0) continue;
    for (const std::uint32_t name : array_argument<std::uint32_t>(call, i)) {
      const ObjectNumber made = make(signature.params()[i].object, name);
      if (has_target && made != 0) objects_[made].target = gl_number(call, 0);
    }
  }
  if (signature.result.object == Kind::kDisplayList) return;  // a list is there when it is compiled
  if (signature.result.object == Kind::kNone || call.result() == nullptr) return;
  const ObjectNumber number = make(signature.result.object, call.result()->u);
  if (number == 0) return;
  Object& made = objects_[number];
  // A derived call has the place of another, so that no segment can carry it.
  made.is_carried = made.kind == Kind::kSync && !call.is(loaders::kDerived);
  made.made_by = place_;
  made.made_with = thread_->made_current;
}

// By another context than the current one.
bool StateHistory::is_bound_elsewhere(ObjectNumber number) const {
  if (!shares_objects()) return false;
  return std::ranges::any_of(contexts_, [&](const auto& each) {
    return &each.second != context_ && std::ranges::any_of(each.second.bindings, [&](std::uint64_t key) {
      const Record* record = find(key);
      return record != nullptr && record->value == number;
    });
  });
}

// What is deleted is bound no longer, but for other contexts.
void StateHistory::erase(const Call& call) {
  const auto& signature = glbindings::signature(call.function);
  const auto erase_one = [&](Kind kind, std::uint64_t name) {
    const ObjectNumber number = object(kind, name);
    if (number == 0) return;
    need_object(number);
    const bool is_program = objects_[number].kind == Kind::kProgram;
    for (const std::uint64_t key : context_->bindings) {
      const Record* record = find(key);
      if (record == nullptr || record->value != number) continue;
      if (is_program) objects_[number].is_referred = true;  // it lives until another is used
      else set(key, 0);
    }
    if (is_bound_elsewhere(number)) objects_[number].is_referred = true;
    by_name_.erase(key_of_name(objects_[number].kind, name));
    objects_[number].is_deleted = true;
    if (!objects_[number].is_referred) forget(number);
    else touch(number);
  };
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    const glbindings::ParamInfo& param = signature.params()[i];
    if (param.object == Kind::kNone) continue;
    if (param.indirection == 0) {
      const bool is_wide = param.type == glbindings::Type::kHandle;
      erase_one(param.object, is_wide ? argument(call, i) : gl_number(call, i));
    } else {
      for (const std::uint32_t name : array_argument<std::uint32_t>(call, i)) erase_one(param.object, name);
    }
  }
}

void StateHistory::forget(ObjectNumber number) {
  Object object = std::move(objects_[number]);
  objects_[number] = {};
  if (!object.is_carried) lasts_until_now(object.made);
  for (const std::uint32_t segment : object.changes) lasts_until_now(segment);
  for (const std::uint64_t key : object.keys) {
    const auto record = records_.find(key);
    if (record == records_.end()) continue;
    lasts_until_now(record->second.segment);
    records_.erase(record);
  }
  for (const ObjectNumber part : object.parts) {
    if (objects_[part].is_deleted) forget(part);
  }
  std::erase(mapped_, number);
  ++round_;
}

void StateHistory::need_object(ObjectNumber number) {
  if (number == 0) return;
  need_existing(number);
  for (const std::uint64_t key : objects_[number].keys) {
    if (const Record* record = find(key)) need(*record);
  }
}

// Whoever binds or names an object needs no contents of it.
void StateHistory::need_existing(ObjectNumber number) {
  const Object& object = objects_[number];
  if (object.is_carried && object.made != current()) {
    now().carried.push_back(object.made_by);
    need_made_current(object.made_with);
  } else {
    need(object.made);
  }
  need(object.touched);
}

void StateHistory::need_named(const Call& call) {
  const ObjectNumber number = first_named(call);
  if (number == 0) return;
  const bool detaches = call.function == glbindings::FunctionId::glDetachShader ||
                        call.function == glbindings::FunctionId::glDetachObjectARB;
  if (detaches) return touch(number);
  // No call learns from a shader what another one needs, as calls do from a program.
  if (name_of(call).starts_with("glGetShader")) return need_object(number);
  if (objects_[number].kind == Kind::kProgram) return ask(call);
  need_existing(number);
}

// The object is changed in a way that adds to what it is.
void StateHistory::touch(ObjectNumber number) {
  if (number == 0) return;
  need_existing(number);
  Object& object = objects_[number];
  if (object.touched == current()) return;
  object.touched = current();
  object.changes.push_back(current());
}

std::uint64_t StateHistory::acceptance_of(ObjectNumber number) const {
  const Object& object = objects_[number];
  if (number == 0) return 0;
  return mixed(mixed(object.shape, object.target), object.has_name ? 2 : 1);
}

// Bindings ----------------------------------------------------------------------------------------------------------

std::uint64_t StateHistory::binding(std::uint64_t place, std::uint64_t target, Selector by) const {
  const std::uint64_t of_unit = by == Selector::kNone ? 0 : selected(by);
  return of_context(mixed(mixed(place, of_unit), target));
}

StateHistory::ObjectNumber StateHistory::bound(std::uint64_t key) {
  const Record* record = find(key);
  if (record == nullptr) return 0;
  need(*record);
  return static_cast<ObjectNumber>(record->value);
}

void StateHistory::bind(std::uint64_t key, std::uint32_t attrib, ObjectNumber number) {
  if (find(key) == nullptr && std::ranges::find(context_->bindings, key) == context_->bindings.end())
    context_->bindings.push_back(key);
  if (number != 0) need(objects_[number].made);
  set(key, attrib, number);
}

StateHistory::ObjectNumber StateHistory::vertex_array() {
  const ObjectNumber number = bound(of_context(kBoundVertexArray));
  return number != 0 ? number : object(Kind::kVertexArray, UINT64_MAX);
}

StateHistory::ObjectNumber StateHistory::holder_of(const Call& call, const Effect& effect) {
  switch (effect.holder) {
    case Holder::kVertexArray: return vertex_array();
    case Holder::kTexture: {
      const std::uint32_t target = bound_target(gl_number(call, 0));
      const ObjectNumber texture = bound(binding(kBoundTexturePlace, target, Selector::kTextureUnit));
      if (texture != 0) return texture;
      // Each target has a texture without a name. Drivers differ in whether contexts share it.
      if (shares_objects()) make_live();
      return object(Kind::kTexture, std::uint64_t{1} << 32 | target);
    }
    case Holder::kRenderbuffer: return bound(of_context(mixed(place_key("bound renderbuffer"), 0)));
    case Holder::kFramebuffer:
      return bound(binding(kBoundFramebufferPlace,
                           gl_number(call, 0) == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER));
    case Holder::kDrawFramebuffer: return bound(binding(kBoundFramebufferPlace, GL_DRAW_FRAMEBUFFER));
    case Holder::kReadFramebuffer: return bound(binding(kBoundFramebufferPlace, GL_READ_FRAMEBUFFER));
    case Holder::kArbProgram: return bound(binding(kBoundProgramPlace, gl_number(call, 0)));
    case Holder::kNamed: return first_named(call);
    default: return 0;
  }
}

void StateHistory::need_pixels() {
  for (const std::uint64_t key : context_->pixel_keys) {
    if (const Record* record = find(key)) need(*record);
  }
}

void StateHistory::bind_texture(const Call& call) {
  const ObjectNumber texture = object(Kind::kTexture, gl_number(call, 1));
  const std::uint64_t key = binding(kBoundTexturePlace, gl_number(call, 0), Selector::kTextureUnit);
  const Record* record = find(key);
  if (record != nullptr && record->segment == current() && record->value == texture) return;
  is_news(call, mixed(texture, key), acceptance_of(texture));
  if (texture != 0 && objects_[texture].target == 0) objects_[texture].target = gl_number(call, 0);
  bind(key, GL_TEXTURE_BIT, texture);
}

void StateHistory::bind_framebuffer(const Call& call) {
  const ObjectNumber framebuffer = object(Kind::kFramebuffer, gl_number(call, 1));
  is_news(call, framebuffer, acceptance_of(framebuffer));
  for (const std::uint32_t target : {GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER}) {
    if (gl_number(call, 0) != GL_FRAMEBUFFER && gl_number(call, 0) != target) continue;
    bind(binding(kBoundFramebufferPlace, target), 0, framebuffer);
  }
}

void StateHistory::bind_buffer(const Call& call) {
  const ObjectNumber buffer = object(Kind::kBuffer, gl_number(call, 1));
  const bool of_elements = gl_number(call, 0) == GL_ELEMENT_ARRAY_BUFFER;
  const ObjectNumber array = of_elements ? vertex_array() : 0;
  const std::uint64_t key = of_elements ? of_object(array, kElements) : binding(kBoundBufferPlace, gl_number(call, 0));
  const Record* record = find(key);
  if (record != nullptr && record->segment == current() && record->value == buffer) return;
  is_news(call, mixed(buffer, array), buffer != 0 && objects_[buffer].has_name ? 1 : 0);
  const bool is_array = gl_number(call, 0) == GL_ARRAY_BUFFER;
  if (!of_elements) return bind(key, is_array ? kClientArrays : 0, buffer);
  if (buffer != 0) objects_[buffer].is_referred = true;
  if (buffer != 0) need(objects_[buffer].made);
  need(objects_[array].made);
  save(key, kClientArrays);
  set_of(array, kElements, buffer);
}

// It also binds the buffer to the target itself.
void StateHistory::bind_buffer_to(const Call& call) {
  const ObjectNumber buffer = object(Kind::kBuffer, gl_number(call, 2));
  is_news(call, buffer, acceptance_of(buffer));
  bind(of_context(mixed(mixed(place_key("indexed buffer"), gl_number(call, 0)), gl_number(call, 1))), 0, buffer);
  bind(binding(kBoundBufferPlace, gl_number(call, 0)), 0, buffer);
}

// Buffers -----------------------------------------------------------------------------------------------------------

StateHistory::ObjectNumber StateHistory::buffer_of(const Call& call) {
  if (is_named(call)) {
    const ObjectNumber buffer = object(Kind::kBuffer, gl_number(call, 0));
    if (buffer != 0) need(objects_[buffer].made);
    return buffer;
  }
  if (gl_number(call, 0) == GL_ELEMENT_ARRAY_BUFFER) return bound(of_object(vertex_array(), kElements));
  return bound(binding(kBoundBufferPlace, gl_number(call, 0)));
}

void StateHistory::store_buffer(const Call& call) {
  const ObjectNumber buffer = buffer_of(call);
  if (buffer == 0) return keep();
  const bool is_for_ever = name_of(call).find("Storage") != std::string_view::npos;
  if (!is_news(call, buffer, objects_[buffer].target)) return;
  Object& stored = objects_[buffer];
  need(stored.made);
  stored.shape = mixed(argument(call, 1), is_for_ever ? 1 : 0);
  if (is_for_ever) stored.target = GL_BUFFER_IMMUTABLE_STORAGE;
  const std::uint64_t storage = of_object(buffer, kBufferStorage);
  for (const std::uint64_t key : stored.keys) {
    const auto record = records_.find(key);
    if (key == storage || record == records_.end()) continue;
    lasts_until_now(record->second.segment);
    records_.erase(record);
  }
  std::erase_if(stored.keys, [&](std::uint64_t key) { return key != storage; });
  set_of(buffer, kBufferStorage);
  ++round_;
}

void StateHistory::write_buffer(const Call& call) {
  const ObjectNumber buffer = buffer_of(call);
  if (buffer == 0) return keep();
  if (objects_[buffer].keys.size() >= kMaxKeys) return keep(), touch(buffer);
  const bool is_derived = call.is(loaders::kDerived);
  const std::uint64_t size = is_derived && call.argc > 2 ? call.args[2].byte_size() : argument(call, 2);
  if (!is_news(call, mixed(buffer, size), objects_[buffer].shape)) return;
  need(objects_[buffer].made);
  if (const Record* storage = find(of_object(buffer, kBufferStorage))) need(*storage);
  set_of(buffer, mixed(mixed(kContents, argument(call, 1)), size));
}

void StateHistory::map_buffer(const Call& call) {
  const ObjectNumber buffer = buffer_of(call);
  if (buffer == 0 || call.result() == nullptr || call.result()->u == 0) return keep();
  is_news(call, buffer, objects_[buffer].shape);
  Object& mapped = objects_[buffer];
  need(mapped.made);
  if (const Record* storage = find(of_object(buffer, kBufferStorage))) need(*storage);
  const bool has_range = name_of(call).find("Range") != std::string_view::npos;
  mapped.mapped_at = call.result()->u;
  mapped.mapped_offset = has_range ? argument(call, 1) : 0;
  mapped.mapped_size = has_range ? argument(call, 2) : UINT64_MAX - mapped.mapped_at;
  mapped.mapped_in = current();
  std::erase(mapped_, buffer);
  mapped_.push_back(buffer);
}

void StateHistory::unmap_buffer(const Call& call) {
  const ObjectNumber buffer = buffer_of(call);
  if (buffer == 0 || objects_[buffer].mapped_in == kNever) return keep();
  keep_both(std::exchange(objects_[buffer].mapped_in, kNever));
  std::erase(mapped_, buffer);
}

// memcpy(destination, source, size). A destination that is in no mapping is client memory, which is kept.
void StateHistory::write_memory(const Call& call) {
  const std::uint64_t at = argument(call, 0), size = argument(call, 2);
  for (const ObjectNumber buffer : mapped_) {
    const Object& mapped = objects_[buffer];
    if (at < mapped.mapped_at || at - mapped.mapped_at >= mapped.mapped_size) continue;
    need(mapped.mapped_in);
    if (mapped.keys.size() >= kMaxKeys) return keep(), touch(buffer);
    return set_of(buffer, mixed(mixed(kContents, mapped.mapped_offset + at - mapped.mapped_at), size));
  }
  keep();
}

// What is read into client memory was recorded, and has no effect. A buffer takes pixels when one is bound for it.
void StateHistory::read_back() {
  if (bound(binding(kBoundBufferPlace, GL_PIXEL_PACK_BUFFER)) != 0) make_live();
}

}  // namespace replay
