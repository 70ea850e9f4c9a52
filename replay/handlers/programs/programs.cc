// Programs, shaders and pipelines. The current ones decide whose uniforms a call without a program argument sets.
#include "replay/handlers/common.h"
#include "replay/handlers/programs/attached_shaders.h"
#include "replay/remap/declared_locations.h"

namespace replay::handlers {
namespace {

// Returns whether GL accepted the binding of a call. If the context has no query, it returns true, because no address
// depends on programs.
bool has_taken(Dispatcher& d, GLenum binding, std::uint32_t live) {
  if (is_inside_begin(d)) return false;
  const auto answer = asked(d, binding);
  return !answer || static_cast<std::uint32_t>(*answer) == live;
}

void after_link(Dispatcher& d, ProgramObject& program) {
  const GlErrors::Mute mute(d.errors, *d.gl);
  program.linked();
  learn_declared_locations(*d.gl, program);
}

}  // namespace

void use_program(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UseProgram);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  // While a list is compiled, the following uniforms belong to this program, whether GL makes it current now or
  // later. Otherwise GL refuses the program when it is not linked, or while transform feedback is active.
  if (d.context->compiled_list != 0) d.context->group->lists_use_programs = true;
  else if (!has_taken(d, GL_CURRENT_PROGRAM, live)) return;
  d.context->program = u32(call, 0);
  d.context->find_uniform_program();
}

void bind_program_pipeline(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindProgramPipeline);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kProgramPipeline, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  if (!has_taken(d, GL_PROGRAM_PIPELINE_BINDING, live)) return;
  d.context->pipeline = u32(call, 0);
  d.context->find_uniform_program();
}

void delete_program_pipelines(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name :
       delete_names<Kind::kProgramPipeline>(d, call, &GladGLContext::DeleteProgramPipelines)) {
    d.context->active_programs.erase(name);
    d.context->stage_programs.erase(name);
    if (d.context->pipeline == name) d.context->pipeline = 0;
  }
  if (d.context != nullptr) d.context->find_uniform_program();
}

void active_shader_program(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ActiveShaderProgram);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t pipeline = live_name(attempt, Kind::kProgramPipeline, call.args[0].u);
  const std::uint32_t program = live_name(attempt, Kind::kProgram, call.args[1].u);
  if (!attempt.ok) return;
  function(pipeline, program);
  d.context->active_programs[u32(call, 0)] = u32(call, 1);
  d.context->find_uniform_program();
}

void use_program_stages(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UseProgramStages);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t pipeline = live_name(attempt, Kind::kProgramPipeline, call.args[0].u);
  const std::uint32_t program = live_name(attempt, Kind::kProgram, call.args[2].u);
  if (!attempt.ok) return;
  function(pipeline, u32(call, 1), program);
  auto& stages = d.context->stage_programs[u32(call, 0)];
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((u32(call, 1) & bit) != 0) stages[bit] = u32(call, 2);
  }
}

void link_program(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::LinkProgram);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  if (!attempt.ok) return;
  ProgramObject* program = d.context->group->find_program(u32(call, 0));
  if (program != nullptr) detach_as_recorded(d, *program);
  function(live);
  if (program != nullptr) after_link(d, *program);
}

// Each source is one string that is already cut to its length. The recorded lengths may be wrong in an edited trace.
void shader_source(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ShaderSource);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kShader, call.args[0].u);
  const auto count = Arg<1>::count(attempt);
  const char** strings = c_strings(attempt, call.args[2], count);
  if (!attempt.ok) return;
  // Drivers add the lengths in 32 bits.
  constexpr std::size_t kMaxText = std::size_t{1} << 30;
  std::size_t total = 0;
  auto* lengths = attempt.scratch<GLint>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::size_t length = call.args[2].array<Value>()[i].text().size();
    total += length;
    if (total > kMaxText) return d.skip(call, Skip::kBadValue);
    lengths[i] = static_cast<GLint>(length);
  }
  function(live, static_cast<GLsizei>(count), strings, lengths);
}

void create_shader_programv(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CreateShaderProgramv);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const char** strings = c_strings(attempt, call.args[2], Arg<1>::count(attempt));
  if (!attempt.ok) return;
  NewName<Kind::kProgram>::after(attempt, function(u32(call, 0), i32(call, 1), strings));
  ProgramObject* program =
      call.result() == nullptr ? nullptr : d.context->group->find_program(static_cast<std::uint32_t>(call.result()->u));
  for (int i = 0; program != nullptr && i < i32(call, 1); ++i) add_declared(strings[i], "uniform", program->declared);
}

// A program binary is memory of one build of one driver. This driver trusts it (Mesa unpacks it without checking most
// of its lengths), and every other driver refuses it. So the program keeps what it was linked from.
void program_binary(Dispatcher& d, const Call& call) {
  if (has_context(d, call)) d.skip(call, Skip::kDriverBinary);
}

// SPIR-V is a language that drivers compile. Other formats are trusted like those of programs.
void shader_binary(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ShaderBinary);
  if (function == nullptr) return;
  if (u32(call, 2) != GL_SHADER_BINARY_FORMAT_SPIR_V) return d.skip(call, Skip::kDriverBinary);
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto* shaders = Names<Kind::kShader, Arg<0>>::get<const GLuint*>(attempt, call.args[1]);
  const void* binary = readable(attempt, call.args[3], Arg<4>::count(attempt), 4);
  if (attempt.ok) function(i32(call, 0), shaders, u32(call, 2), binary, i32(call, 4));
}

}  // namespace replay::handlers
