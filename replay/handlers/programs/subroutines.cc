// Subroutine uniforms are set all at once by position. The driver chooses both the positions and the values.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

std::uint32_t stage_bit(std::uint32_t stage) {
  switch (stage) {
    case GL_VERTEX_SHADER: return GL_VERTEX_SHADER_BIT;
    case GL_FRAGMENT_SHADER: return GL_FRAGMENT_SHADER_BIT;
    case GL_GEOMETRY_SHADER: return GL_GEOMETRY_SHADER_BIT;
    case GL_TESS_CONTROL_SHADER: return GL_TESS_CONTROL_SHADER_BIT;
    case GL_TESS_EVALUATION_SHADER: return GL_TESS_EVALUATION_SHADER_BIT;
    case GL_COMPUTE_SHADER: return GL_COMPUTE_SHADER_BIT;
    default: return 0;
  }
}

// Returns the program that runs in a stage: the current one, or else the pipeline's program for this stage.
ProgramObject* program_of_stage(RecordedContext& context, std::uint32_t stage) {
  if (context.program != 0) return context.group->find_program(context.program);
  const auto& stages = context.stage_programs[context.pipeline];
  const auto found = stages.find(stage_bit(stage));
  return found == stages.end() ? nullptr : context.group->find_program(found->second);
}

}  // namespace

void uniform_subroutinesuiv(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UniformSubroutinesuiv);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto count = Arg<1>::count(attempt);
  const auto* recorded = In<Arg<1>>::get<const GLuint*>(attempt, call.args[2]);
  if (!attempt.ok) return;

  const std::uint32_t stage = u32(call, 0);
  ProgramObject* program = program_of_stage(*d.context, stage);
  GLint locations = static_cast<GLint>(count);
  if (program != nullptr) {
    d.gl->GetProgramStageiv(program->live, stage, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &locations);
  }
  if (program == nullptr || locations <= 0) return function(stage, static_cast<GLsizei>(count), recorded);

  auto* live = attempt.scratch<GLuint>(static_cast<std::size_t>(locations));
  // A uniform that the recorded driver had removed keeps its subroutine, which is a valid one.
  for (GLint location = 0; location < locations; ++location)
    d.gl->GetUniformSubroutineuiv(stage, location, &live[location]);
  for (std::uint32_t location = 0; location < static_cast<std::uint64_t>(count); ++location) {
    const std::int32_t live_location = live_number(d, {*program, NumberKind::kSubroutineUniform, stage}, location);
    if (live_location < 0 || live_location >= locations) continue;
    live[live_location] =
        static_cast<GLuint>(live_number(d, {*program, NumberKind::kSubroutine, stage}, recorded[location]));
  }
  function(stage, locations, live);
}

}  // namespace replay::handlers
