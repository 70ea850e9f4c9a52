// The part of Slicer that follows programs: what they are linked from, and their uniforms.
#include <algorithm>
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {

// glProgramUniform* names the program; glUniform* is about the one in use.
ObjectId Slicer::program_of_uniform(const Call& call, std::size_t& first) {
  const std::string_view name = glbindings::signature(call.function).name;
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

// Linking takes the shaders as they are now, and sets all uniforms to zero.
Slicer::Node Slicer::link(const Call& call) {
  const ObjectId object = named(Kind::kProgram, argument(call, 0));
  if (object == 0) return add(call);
  need_object(object);
  const std::vector<ObjectId> shaders = objects_[object].shaders;
  for (const ObjectId shader : shaders) need_object(shader);
  const Node node = add(call);
  objects_[object].places.change(kLinked).set_whole({.node = node});
  return node;
}

}  // namespace replay
