// The part of Slicer that follows programs: what they are linked from, and their uniforms.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

// A key of the function and its arguments. Nothing where an argument has other values in it.
std::optional<std::uint64_t> question_of(const loaders::Call& call) {
  std::uint64_t key = mixed(1, static_cast<std::uint64_t>(call.function));
  for (std::size_t i = 0; i < call.argc; ++i) {
    const loaders::Value& value = call.args[i];
    if (value.kind == loaders::ValueKind::kArray && value.elem == loaders::Elem::kValue) return std::nullopt;
    key = mixed(key, value.is_integer() ? value.u : value.byte_size());
    for (const std::byte byte : value.bytes()) key = mixed(key, std::to_integer<std::uint64_t>(byte));
  }
  return key;
}

}  // namespace

// glProgramUniform* names the program; glUniform* is about the one in use.
ObjectId Slicer::program_of_uniform(const Call& call, std::size_t& first) {
  const std::string_view name = glbindings::signature(call.function).name();
  if (name.starts_with("glProgramUniform")) {
    first = 1;
    const ObjectId object = named(Kind::kProgram, argument(call, 0));
    if (object != 0) need_made(object);
    return object;
  }
  first = 0;
  const Target target = bound(mixed(place_key("used program"), 0));
  if (target.object != 0) return target.object;
  // A pipeline has an active program, which it is not followed here.
  return 0;
}

Slicer::Node Slicer::set_uniform(const Call& call) {
  std::size_t first = 0;
  const ObjectId object = program_of_uniform(call, first);
  if (object == 0) return opaque(call, effect_of(call.function));
  RecordedObject& program = objects_[object];
  need_place(program.places, kLinked);
  const auto location = static_cast<std::int32_t>(gl_number(call, first));
  if (const auto asked = program.locations.find(location); asked != program.locations.end()) {
    need(asked->second);
  } else {  // an element of an array is known by the location of its first
    for (const auto& [known, node] : program.locations) need(node);
  }
  const bool has_count = position(call, "count") != SIZE_MAX;
  const std::uint64_t count = has_count ? argument(call, first + 1) : 1;
  const Node node = add(call);
  if (location < 0) return CallGraph::kNone;
  program.places.change(mixed(kUniform, gl_number(call, first))).set_part({.part = count, .node = node});
  return node;
}

// replayUniformLocation(program, name, location) says the same as glGetUniformLocation(program, name) = location.
Slicer::Node Slicer::ask_location(const Call& call) {
  const ObjectId object = named(Kind::kProgram, argument(call, 0));
  if (object == 0) return CallGraph::kNone;
  need_made(object);
  RecordedObject& program = objects_[object];
  need_place(program.places, kLinked);
  const bool is_derived = call.is(loaders::kDerived);
  std::int64_t location = -1;
  if (is_derived) location = static_cast<std::int32_t>(gl_number(call, 2));
  else if (call.result() != nullptr) location = static_cast<std::int32_t>(call.result()->u);
  const Node node = add(call);
  if (location >= 0) program.locations[location] = node;
  return node;
}

// The same question, asked again, has the same answer or a newer one.
Slicer::Node Slicer::ask_number(const Call& call, const Effect& effect) {
  const Target program = target(call, effect);
  need_place(*program.places, kLinked);
  const auto question = question_of(call);
  if (!question) need_place(*program.places, kNumbers);
  const Setting setting{.part = question.value_or(0), .node = add(call)};
  Place& place = program.places->change(kNumbers);
  if (question) place.set_part(setting);
  else place.set_whole(setting);
  return setting.node;
}

Slicer::Node Slicer::attach(const Call& call) {
  const ObjectId program = named(Kind::kProgram, argument(call, 0));
  const ObjectId shader = named(Kind::kShader, argument(call, 1));
  if (program == 0 || shader == 0) return add(call);
  need_made(program);
  need_made(shader);
  const Node node = add(call);
  objects_[program].shaders.push_back(shader);
  objects_[program].places.change(kShaders).set_part({.part = shader, .node = node});
  return node;
}

// Only another link of the program finds that a shader is gone.
Slicer::Node Slicer::detach(const Call& call) {
  const ObjectId program = named(Kind::kProgram, argument(call, 0));
  const ObjectId shader = named(Kind::kShader, argument(call, 1));
  RecordedObject& object = objects_[program];
  if (program == 0 || std::erase(object.shaders, shader) == 0) return CallGraph::kNone;
  auto& attached = object.places.change(kShaders).settings;
  const auto setting = std::ranges::find(attached, shader, &Setting::part);
  if (setting == attached.end()) return CallGraph::kNone;
  need(setting->node);
  attached.erase(setting);
  const Node node = add(call);
  object.detached.push_back(node);
  return node;
}

// Linking takes the shaders as they are now, and sets all uniforms to zero.
Slicer::Node Slicer::link(const Call& call) {
  const ObjectId object = named(Kind::kProgram, argument(call, 0));
  if (object == 0) return add(call);
  need_object(object);
  const std::vector<ObjectId> shaders = objects_[object].shaders;
  for (const ObjectId shader : shaders) need_object(shader);
  for (const Node detached : std::exchange(objects_[object].detached, {})) need(detached);
  const Node node = add(call);
  objects_[object].places.change(kLinked).set_whole({.node = node});
  return node;
}

}  // namespace replay
