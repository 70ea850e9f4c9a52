// Where the recording says which number a driver gave to a name, in calls of the program and in derived calls. The live
// program is asked for the same name.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

struct Query {
  ProgramObject* program = nullptr;
  const char* name = nullptr;
  std::int32_t recorded = -1;
  explicit operator bool() const { return program != nullptr; }
};

// The program of argument 0, the name of argument `name` and the recorded number; nothing when any of them is missing.
Query make_query(Dispatcher& d, const Call& call, std::size_t name, const Value* number) {
  if (!has_context(d, call)) return {};
  ProgramObject* program = d.context->group->find_program(u32(call, 0));
  const Value& text = call.args[name];
  if (program == nullptr || number == nullptr || text.kind != loaders::ValueKind::kString) return {};
  return {program, static_cast<const char*>(text.p), static_cast<std::int32_t>(number->i)};
}

void set_if_known(NumberMap& numbers, std::int32_t recorded, std::int32_t live) {
  if (recorded >= 0) numbers.set(static_cast<std::uint32_t>(recorded), live);
}

void map_uniform(Dispatcher& d, const Query& query) {
  if (!query || query.recorded < 0 || d.gl->GetUniformLocation == nullptr) return;
  set_if_known(query.program->uniforms, query.recorded, d.gl->GetUniformLocation(query.program->live, query.name));
}

void map_uniform_block(Dispatcher& d, const Query& query) {
  if (!query || d.gl->GetUniformBlockIndex == nullptr) return;
  const GLuint live = d.gl->GetUniformBlockIndex(query.program->live, query.name);
  if (live != GL_INVALID_INDEX) set_if_known(query.program->uniform_blocks, query.recorded, static_cast<GLint>(live));
}

// An empty or cut name is a known fault of a recorder; the number is used as it is then.
void map_subroutine(Dispatcher& d, const Call& call, const Query& query) {
  if (!query || d.gl->GetSubroutineIndex == nullptr) return;
  const GLuint live = d.gl->GetSubroutineIndex(query.program->live, u32(call, 1), query.name);
  if (live == GL_INVALID_INDEX) return;
  set_if_known(query.program->subroutines[u32(call, 1)], query.recorded, static_cast<GLint>(live));
}

void map_subroutine_uniform(Dispatcher& d, const Call& call, const Query& query) {
  if (!query || d.gl->GetSubroutineUniformLocation == nullptr) return;
  const GLint live = d.gl->GetSubroutineUniformLocation(query.program->live, u32(call, 1), query.name);
  if (live >= 0) set_if_known(query.program->subroutine_uniforms[u32(call, 1)], query.recorded, live);
}

// A program whose shaders are gone already would come out empty. Contexts with ARB_shader_objects only cannot tell.
bool can_link_again(Dispatcher& d, const ProgramObject& program) {
  if (d.gl->GetProgramiv == nullptr || d.gl->LinkProgram == nullptr) return false;
  GLint shaders = 0;
  d.gl->GetProgramiv(program.live, GL_ATTACHED_SHADERS, &shaders);
  return shaders > 0;
}

// Attribute and output numbers are used in calls that name no program, so they cannot be mapped: the program is linked again
// with the recorded number, which is what the recorded program will use from here on.
template <class Bind>
void relink_at(Dispatcher& d, const Query& query, GLint live, Bind bind) {
  if (!query || query.recorded < 0 || live == query.recorded || live < 0 || bind == nullptr) return;
  if (!can_link_again(d, *query.program)) return;
  bind(query.program->live, static_cast<GLuint>(query.recorded), query.name);
  d.gl->LinkProgram(query.program->live);
}

}  // namespace

void get_uniform_location(Dispatcher& d, const Call& call) { map_uniform(d, make_query(d, call, 1, call.result())); }

void replay_uniform_location(Dispatcher& d, const Call& call) { map_uniform(d, make_query(d, call, 1, &call.args[2])); }

void get_uniform_block_index(Dispatcher& d, const Call& call) {
  map_uniform_block(d, make_query(d, call, 1, call.result()));
}

void replay_uniform_block_index(Dispatcher& d, const Call& call) {
  map_uniform_block(d, make_query(d, call, 1, &call.args[2]));
}

void get_subroutine_index(Dispatcher& d, const Call& call) {
  map_subroutine(d, call, make_query(d, call, 2, call.result()));
}

void replay_subroutine_index(Dispatcher& d, const Call& call) {
  map_subroutine(d, call, make_query(d, call, 2, &call.args[3]));
}

void get_subroutine_uniform_location(Dispatcher& d, const Call& call) {
  map_subroutine_uniform(d, call, make_query(d, call, 2, call.result()));
}

void replay_subroutine_uniform_location(Dispatcher& d, const Call& call) {
  map_subroutine_uniform(d, call, make_query(d, call, 2, &call.args[3]));
}

void get_attrib_location(Dispatcher& d, const Call& call) {
  const Query query = make_query(d, call, 1, call.result());
  if (!query || d.gl->GetAttribLocation == nullptr) return;
  relink_at(d, query, d.gl->GetAttribLocation(query.program->live, query.name), d.gl->BindAttribLocation);
}

void get_frag_data_location(Dispatcher& d, const Call& call) {
  const Query query = make_query(d, call, 1, call.result());
  if (!query || d.gl->GetFragDataLocation == nullptr) return;
  relink_at(d, query, d.gl->GetFragDataLocation(query.program->live, query.name), d.gl->BindFragDataLocation);
}

void get_program_resource_index(Dispatcher& d, const Call& call) {
  const Query query = make_query(d, call, 2, call.result());
  if (!query || d.gl->GetProgramResourceIndex == nullptr) return;
  const GLuint live = d.gl->GetProgramResourceIndex(query.program->live, u32(call, 1), query.name);
  if (live == GL_INVALID_INDEX) return;
  if (u32(call, 1) == GL_UNIFORM_BLOCK) set_if_known(query.program->uniform_blocks, query.recorded, static_cast<GLint>(live));
  if (u32(call, 1) == GL_SHADER_STORAGE_BLOCK) {
    set_if_known(query.program->storage_blocks, query.recorded, static_cast<GLint>(live));
  }
}

void get_program_resource_location(Dispatcher& d, const Call& call) {
  const Query query = make_query(d, call, 2, call.result());
  if (!query || d.gl->GetProgramResourceLocation == nullptr) return;
  const GLint live = d.gl->GetProgramResourceLocation(query.program->live, u32(call, 1), query.name);
  switch (u32(call, 1)) {
    case GL_UNIFORM: return set_if_known(query.program->uniforms, query.recorded, live);
    case GL_PROGRAM_INPUT: return relink_at(d, query, live, d.gl->BindAttribLocation);
    case GL_PROGRAM_OUTPUT: return relink_at(d, query, live, d.gl->BindFragDataLocation);
    default: return;
  }
}

}  // namespace replay::handlers
