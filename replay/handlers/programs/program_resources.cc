// A program that lists all active resources gets the index of a resource in one call, its name in another, and its
// location or block in a third. Only queries use the index. What the recording shows for an index is collected here
// until both a name and a number that other calls use are known.
#include <algorithm>
#include <span>

#include "replay/dispatch/live_numbers.h"
#include "replay/handlers/programs/locations.h"

namespace replay::handlers {
namespace {

struct Stage {
  GLenum shader, subroutine, subroutine_uniform;
};

constexpr Stage kStages[] = {
    {GL_VERTEX_SHADER, GL_VERTEX_SUBROUTINE, GL_VERTEX_SUBROUTINE_UNIFORM},
    {GL_TESS_CONTROL_SHADER, GL_TESS_CONTROL_SUBROUTINE, GL_TESS_CONTROL_SUBROUTINE_UNIFORM},
    {GL_TESS_EVALUATION_SHADER, GL_TESS_EVALUATION_SUBROUTINE, GL_TESS_EVALUATION_SUBROUTINE_UNIFORM},
    {GL_GEOMETRY_SHADER, GL_GEOMETRY_SUBROUTINE, GL_GEOMETRY_SUBROUTINE_UNIFORM},
    {GL_FRAGMENT_SHADER, GL_FRAGMENT_SUBROUTINE, GL_FRAGMENT_SUBROUTINE_UNIFORM},
    {GL_COMPUTE_SHADER, GL_COMPUTE_SUBROUTINE, GL_COMPUTE_SUBROUTINE_UNIFORM},
};

const Stage* find_stage(GLenum Stage::*member, GLenum value) {
  const auto found =
      std::find_if(std::begin(kStages), std::end(kStages), [&](const Stage& s) { return s.*member == value; });
  return found == std::end(kStages) ? nullptr : &*found;
}

// A resource of a recorded program: an interface of GL's program interface queries, and the recorded index in it.
struct Resource {
  Dispatcher& d;
  ProgramObject& program;
  GLenum interface;
  std::uint32_t index;
};

// Returns the recorded numbers. There are none when the recording has an address instead.
std::span<const std::uint32_t> numbers(const Value& value) {
  return value.kind == loaders::ValueKind::kArray && loaders::elem_size(value.elem) == sizeof(std::uint32_t)
             ? value.array<std::uint32_t>()
             : std::span<const std::uint32_t>();
}

ProgramObject* program_of(Dispatcher& d, const Call& call) {
  return has_context(d, call) ? d.context->group->find_program(u32(call, 0)) : nullptr;
}

// Returns the name of the block that contains a uniform or a variable of a buffer, according to the live program.
std::string block_of(const GladGLContext& gl, GLuint program, GLenum interface, const std::string& member) {
  if (gl.GetProgramResourceIndex != nullptr && gl.GetProgramResourceiv != nullptr) {
    const GLuint index = gl.GetProgramResourceIndex(program, interface, member.c_str());
    const GLenum property = GL_BLOCK_INDEX;
    GLint block = -1;
    if (index != GL_INVALID_INDEX) gl.GetProgramResourceiv(program, interface, index, 1, &property, 1, nullptr, &block);
    const GLenum blocks = interface == GL_UNIFORM ? GL_UNIFORM_BLOCK : GL_SHADER_STORAGE_BLOCK;
    return block < 0 ? "" : resource_name(gl, program, blocks, static_cast<GLuint>(block));
  }
  if (gl.GetUniformIndices == nullptr || gl.GetActiveUniformsiv == nullptr || interface != GL_UNIFORM) return "";
  const char* const name = member.c_str();
  GLuint index = GL_INVALID_INDEX;
  GLint block = -1, length = 0;
  gl.GetUniformIndices(program, 1, &name, &index);
  if (index != GL_INVALID_INDEX) gl.GetActiveUniformsiv(program, 1, &index, GL_UNIFORM_BLOCK_INDEX, &block);
  if (block < 0) return "";
  gl.GetActiveUniformBlockiv(program, static_cast<GLuint>(block), GL_UNIFORM_BLOCK_NAME_LENGTH, &length);
  std::string found(static_cast<std::size_t>(std::max(length, 1)), '\0');
  gl.GetActiveUniformBlockName(program, static_cast<GLuint>(block), static_cast<GLsizei>(found.size()), nullptr,
                               found.data());
  return found.c_str();
}

void tell(const Resource& r, NumberKind kind, std::int32_t recorded, const std::string& name, GLenum stage = 0) {
  if (recorded >= 0) NumbersOf{r.program, kind, stage}.space().tell(static_cast<std::uint32_t>(recorded), name);
}

void tell_block(const Resource& r, const RecordedResource& known) {
  if (known.block < 0) return;
  const GlErrors::Mute mute(r.d.errors, *r.d.gl);
  const auto kind = r.interface == GL_UNIFORM ? NumberKind::kUniformBlock : NumberKind::kStorageBlock;
  tell(r, kind, known.block, block_of(*r.d.gl, r.program.live, r.interface, known.name));
}

// Uses what is known about the resource now.
void learn(const Resource& r, const RecordedResource& known) {
  const auto index = static_cast<std::int32_t>(r.index);
  const Query query{&r.program, known.name.c_str(), known.location};
  switch (r.interface) {
    case GL_UNIFORM: tell(r, NumberKind::kUniform, known.location, known.name); return tell_block(r, known);
    case GL_BUFFER_VARIABLE: return tell_block(r, known);
    case GL_UNIFORM_BLOCK: return tell(r, NumberKind::kUniformBlock, index, known.name);
    case GL_SHADER_STORAGE_BLOCK: return tell(r, NumberKind::kStorageBlock, index, known.name);
    case GL_PROGRAM_INPUT: return tell_input(r.d, query);
    case GL_PROGRAM_OUTPUT: return tell_output(r.d, query);
    default: break;
  }
  if (const Stage* stage = find_stage(&Stage::subroutine, r.interface)) {
    tell(r, NumberKind::kSubroutine, index, known.name, stage->shader);
  } else if (const Stage* of_uniform = find_stage(&Stage::subroutine_uniform, r.interface)) {
    tell(r, NumberKind::kSubroutineUniform, known.location, known.name, of_uniform->shader);
  }
}

// Lets `change` add one more fact to what is known.
template <class Change>
void add_fact(const Resource& r, Change change) {
  auto& resources = r.program.resources;
  const std::pair key{static_cast<std::uint32_t>(r.interface), r.index};
  if (r.index == GL_INVALID_INDEX || (resources.size() >= ProgramObject::kMaxResources && !resources.contains(key)))
    return;
  RecordedResource& known = resources[key];
  change(known);
  if (!known.name.empty()) learn(r, known);
}

void add_name(const Resource& r, std::string_view name) {
  if (name.empty() || name.size() > NumberSpace::kLongestName) return;
  add_fact(r, [&](RecordedResource& known) { known.name = name; });
}

void add_block(const Resource& r, std::uint32_t block) {
  add_fact(r, [&](RecordedResource& known) { known.block = static_cast<std::int32_t>(block); });
}

// Returns whether GL may have truncated a name to the size of the program's memory. A name that just fits looks the
// same, but the live program knows it.
bool is_cut(Dispatcher& d, const ProgramObject& program, GLenum interface, const Call& call, std::size_t size,
            std::string_view name) {
  if (static_cast<std::int64_t>(name.size()) + 1 < i32(call, size) || d.gl->GetProgramResourceIndex == nullptr)
    return false;
  const GlErrors::Mute mute(d.errors, *d.gl);
  return d.gl->GetProgramResourceIndex(program.live, interface, std::string(name).c_str()) == GL_INVALID_INDEX;
}

// Handles a query for the name of the resource with an index. The name is argument `name`, and argument `size` is the
// size of its memory.
void learn_name(Dispatcher& d, const Call& call, GLenum interface, std::size_t index, std::size_t size,
                std::size_t name) {
  ProgramObject* program = program_of(d, call);
  if (program == nullptr || call.args[name].kind != loaders::ValueKind::kString) return;
  const std::string_view text = call.args[name].text();
  if (!is_cut(d, *program, interface, call, size, text)) add_name({d, *program, interface, u32(call, index)}, text);
}

// Handles a query for properties of a resource.
void learn_properties(const Resource& r, std::span<const std::uint32_t> properties,
                      std::span<const std::uint32_t> values) {
  for (const std::uint32_t property : properties) {
    if (values.empty()) return;
    if (property == GL_ACTIVE_VARIABLES) {
      // Another property says how many values there are. No property after it can be found.
      const GLenum members = r.interface == GL_UNIFORM_BLOCK ? GL_UNIFORM : GL_BUFFER_VARIABLE;
      if (r.interface != GL_UNIFORM_BLOCK && r.interface != GL_SHADER_STORAGE_BLOCK) return;
      if (properties.back() != property) return;
      for (const std::uint32_t member : values) add_block({r.d, r.program, members, member}, r.index);
      return;
    }
    const auto value = static_cast<std::int32_t>(values.front());
    values = values.subspan(1);
    if (property == GL_LOCATION) add_fact(r, [&](RecordedResource& known) { known.location = value; });
    if (property == GL_BLOCK_INDEX) add_fact(r, [&](RecordedResource& known) { known.block = value; });
  }
}

}  // namespace

void get_active_uniform(Dispatcher& d, const Call& call) { learn_name(d, call, GL_UNIFORM, 1, 2, 6); }

void get_active_uniform_name(Dispatcher& d, const Call& call) { learn_name(d, call, GL_UNIFORM, 1, 2, 4); }

void get_active_attrib(Dispatcher& d, const Call& call) { learn_name(d, call, GL_PROGRAM_INPUT, 1, 2, 6); }

void get_active_uniform_block_name(Dispatcher& d, const Call& call) { learn_name(d, call, GL_UNIFORM_BLOCK, 1, 2, 4); }

void get_program_resource_name(Dispatcher& d, const Call& call) { learn_name(d, call, u32(call, 1), 2, 3, 5); }

void get_active_subroutine_name(Dispatcher& d, const Call& call) {
  if (const Stage* stage = find_stage(&Stage::shader, u32(call, 1))) learn_name(d, call, stage->subroutine, 2, 3, 5);
}

void get_active_subroutine_uniform_name(Dispatcher& d, const Call& call) {
  if (const Stage* stage = find_stage(&Stage::shader, u32(call, 1)))
    learn_name(d, call, stage->subroutine_uniform, 2, 3, 5);
}

void get_uniform_indices(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  const auto indices = numbers(call.args[3]);
  const auto names =
      call.args[2].elem == loaders::Elem::kValue ? call.args[2].array<Value>() : std::span<const Value>();
  for (std::size_t i = 0; program != nullptr && i < std::min(indices.size(), names.size()); ++i) {
    add_name({d, *program, GL_UNIFORM, indices[i]}, names[i].text());
  }
}

void get_active_uniformsiv(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  const auto indices = numbers(call.args[2]), values = numbers(call.args[4]);
  if (program == nullptr || u32(call, 3) != GL_UNIFORM_BLOCK_INDEX) return;
  for (std::size_t i = 0; i < std::min(indices.size(), values.size()); ++i)
    add_block({d, *program, GL_UNIFORM, indices[i]}, values[i]);
}

void get_active_uniform_blockiv(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  if (program == nullptr || u32(call, 2) != GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES) return;
  for (const std::uint32_t member : numbers(call.args[3])) add_block({d, *program, GL_UNIFORM, member}, u32(call, 1));
}

void get_program_resource_index(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  if (program == nullptr || call.result() == nullptr) return;
  add_name({d, *program, u32(call, 1), static_cast<std::uint32_t>(call.result()->u)}, call.args[2].text());
}

void get_program_resourceiv(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  if (program == nullptr) return;
  learn_properties({d, *program, u32(call, 1), u32(call, 2)}, numbers(call.args[4]), numbers(call.args[7]));
}

// This query has the name and the location, but no index.
void get_program_resource_location(Dispatcher& d, const Call& call) {
  ProgramObject* program = program_of(d, call);
  if (program == nullptr || call.result() == nullptr || call.args[2].text().empty()) return;
  const RecordedResource known{std::string(call.args[2].text()), static_cast<std::int32_t>(call.result()->i), -1};
  learn({d, *program, u32(call, 1), GL_INVALID_INDEX}, known);
}

}  // namespace replay::handlers
