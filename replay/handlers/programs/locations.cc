// Calls in which the recording shows which number a driver gave to a name: calls of the program and derived calls.
// The live program is asked for the same name when the number is used (dispatch/live_numbers.h).
#include "replay/handlers/programs/locations.h"

#include "replay/dispatch/live_numbers.h"
#include "replay/dispatch/uniform_values.h"
#include "replay/handlers/programs/attached_shaders.h"

namespace replay::handlers {
namespace {

// Returns the program of argument 0, the name of argument `name` and the recorded number, or nothing when one of them
// is missing.
Query make_query(Dispatcher& d, const Call& call, std::size_t name, const Value* number) {
  if (!has_context(d, call)) return {};
  ProgramObject* program = d.context->group->find_program(u32(call, 0));
  const Value& text = call.args[name];
  if (program == nullptr || number == nullptr || text.kind != loaders::ValueKind::kString) return {};
  return {program, static_cast<const char*>(text.p), static_cast<std::int32_t>(number->i)};
}

// A number that stands for "none" is not stored.
void tell(const Query& query, NumberKind kind, std::uint32_t stage = 0) {
  if (query && query.recorded >= 0) {
    NumbersOf{*query.program, kind, stage}.space().tell(static_cast<std::uint32_t>(query.recorded), query.name);
  }
}

// A program whose shaders are already detached would become empty. Contexts that only have ARB_shader_objects have no
// query for it.
bool can_link_again(Dispatcher& d, const ProgramObject& program) {
  if (d.gl->GetProgramiv == nullptr || d.gl->LinkProgram == nullptr) return false;
  GLint shaders = 0;
  d.gl->GetProgramiv(program.live, GL_ATTACHED_SHADERS, &shaders);
  return shaders > 0;
}

template <class Bind>
void relink_at(Dispatcher& d, const Query& query, GLint live, Bind bind) {
  if (!query || query.recorded < 0 || live == query.recorded || live < 0 || bind == nullptr) return;
  if (!can_link_again(d, *query.program)) return;
  const GLuint program = query.program->live;
  const GlErrors::Mute mute(d.errors, *d.gl);
  const UniformValues values(*d.gl, program);
  bind(program, static_cast<GLuint>(query.recorded), query.name);
  d.gl->LinkProgram(program);
  query.program->linked_again();
  // While a list is compiled, the values would be set when the list is called.
  if (d.context->compiled_list == 0) values.put_back(*d.gl, program);
}

}  // namespace

void get_uniform_location(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 1, call.result()), NumberKind::kUniform);
}

void replay_uniform_location(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 1, &call.args[2]), NumberKind::kUniform);
}

void get_uniform_block_index(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 1, call.result()), NumberKind::kUniformBlock);
}

void replay_uniform_block_index(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 1, &call.args[2]), NumberKind::kUniformBlock);
}

void get_subroutine_index(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 2, call.result()), NumberKind::kSubroutine, u32(call, 1));
}

void replay_subroutine_index(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 2, &call.args[3]), NumberKind::kSubroutine, u32(call, 1));
}

void get_subroutine_uniform_location(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 2, call.result()), NumberKind::kSubroutineUniform, u32(call, 1));
}

void replay_subroutine_uniform_location(Dispatcher& d, const Call& call) {
  tell(make_query(d, call, 2, &call.args[3]), NumberKind::kSubroutineUniform, u32(call, 1));
}

void tell_input(Dispatcher& d, const Query& query) {
  if (!query || d.gl->GetAttribLocation == nullptr) return;
  relink_at(d, query, d.gl->GetAttribLocation(query.program->live, query.name), d.gl->BindAttribLocation);
  query.program->known_inputs.insert(query.name);
  let_go_of_shaders(d, *query.program);
}

void tell_output(Dispatcher& d, const Query& query) {
  if (!query || d.gl->GetFragDataLocation == nullptr) return;
  relink_at(d, query, d.gl->GetFragDataLocation(query.program->live, query.name), d.gl->BindFragDataLocation);
}

void get_attrib_location(Dispatcher& d, const Call& call) { tell_input(d, make_query(d, call, 1, call.result())); }

void get_frag_data_location(Dispatcher& d, const Call& call) { tell_output(d, make_query(d, call, 1, call.result())); }

}  // namespace replay::handlers
