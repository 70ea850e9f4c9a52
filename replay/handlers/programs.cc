// Programs, shaders and pipelines: what is current decides whose uniforms a call without a program argument writes.
#include "replay/handlers/common.h"

namespace replay::handlers {

void use_program(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UseProgram);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  d.context->program = u32(call, 0);
  d.context->find_uniform_program();
}

void bind_program_pipeline(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindProgramPipeline);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kProgramPipeline, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  d.context->pipeline = u32(call, 0);
  d.context->find_uniform_program();
}

void delete_program_pipelines(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name : delete_names<Kind::kProgramPipeline>(d, call, &GladGLContext::DeleteProgramPipelines)) {
    d.context->active_programs.erase(name);
    d.context->stage_programs.erase(name);
    if (d.context->pipeline == name) d.context->pipeline = 0;
  }
  if (d.context != nullptr) d.context->find_uniform_program();
}

void active_shader_program(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ActiveShaderProgram);
  if (function == nullptr) return;
  Attempt attempt{d, call};
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
  Attempt attempt{d, call};
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
  Attempt attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  if (ProgramObject* program = d.context->group->find_program(u32(call, 0))) program->forget_numbers();
}

// Sources come one string each, already cut to their lengths; the recorded lengths may belong to an edited trace.
void shader_source(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ShaderSource);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kShader, call.args[0].u);
  const auto count = Arg<1>::count(attempt);
  const char** strings = c_strings(attempt, call.args[2], count);
  if (!attempt.ok) return;
  // Drivers add the lengths up in 32 bits.
  constexpr std::size_t kMostText = std::size_t{1} << 30;
  std::size_t total = 0;
  auto* lengths = attempt.scratch<GLint>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::size_t length = call.args[2].array<Value>()[i].text().size();
    total += length;
    if (total > kMostText) return d.skip(call, Skip::kBadValue);
    lengths[i] = static_cast<GLint>(length);
  }
  function(live, static_cast<GLsizei>(count), strings, lengths);
}

void create_shader_programv(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CreateShaderProgramv);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const char** strings = c_strings(attempt, call.args[2], Arg<1>::count(attempt));
  if (!attempt.ok) return;
  NewName<Kind::kProgram>::after(attempt, function(u32(call, 0), i32(call, 1), strings));
}

// A program's binary belongs to one driver; another refuses it and the program stays unlinked, which the driver reports.
void program_binary(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ProgramBinary);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  const void* binary = readable(attempt, call.args[2], Arg<3>::count(attempt), 1);
  if (!attempt.ok) return;
  function(live, u32(call, 1), binary, i32(call, 3));
  if (ProgramObject* program = d.context->group->find_program(u32(call, 0))) program->forget_numbers();
}

}  // namespace replay::handlers
