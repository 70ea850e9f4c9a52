#include "replay/handlers/programs/attached_shaders.h"

#include <algorithm>

namespace replay::handlers {
namespace {

// Returns whether the driver chose the location of an attribute for which the recording has not shown one yet.
bool has_unknown_inputs(const GladGLContext& gl, const ProgramObject& program) {
  GLint linked = GL_FALSE, count = 0, longest = 0;
  if (gl.GetProgramiv == nullptr || gl.GetActiveAttrib == nullptr || program.declares_all) return false;
  gl.GetProgramiv(program.live, GL_LINK_STATUS, &linked);
  gl.GetProgramiv(program.live, GL_ACTIVE_ATTRIBUTES, &count);
  gl.GetProgramiv(program.live, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &longest);
  std::string name(static_cast<std::size_t>(std::max(longest, 1)), '\0');
  for (GLint i = 0; linked == GL_TRUE && i < count; ++i) {
    GLint size = 0;
    GLenum type = 0;
    gl.GetActiveAttrib(program.live, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr, &size, &type,
                       name.data());
    const std::string_view text(name.c_str());
    if (!text.starts_with("gl_") && !program.known_inputs.contains(text) && !program.bound_inputs.contains(text))
      return true;
  }
  return false;
}

bool is_attached(const GladGLContext& gl, GLuint program, GLuint shader) {
  constexpr GLsizei kMaxShaders = 64;
  GLuint shaders[kMaxShaders] = {};
  GLsizei count = 0;
  if (gl.GetAttachedShaders != nullptr) gl.GetAttachedShaders(program, kMaxShaders, &count, shaders);
  return std::find(shaders, shaders + std::clamp(count, 0, kMaxShaders), shader) !=
         shaders + std::clamp(count, 0, kMaxShaders);
}

bool keeps_shaders = false;

}  // namespace

void keep_shaders() { keeps_shaders = true; }

void detach_as_recorded(Dispatcher& d, ProgramObject& program) {
  if (program.detached.empty() || d.gl->DetachShader == nullptr) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  for (const std::uint32_t shader : program.detached) d.gl->DetachShader(program.live, shader);
  program.detached.clear();
}

void let_go_of_shaders(Dispatcher& d, ProgramObject& program) {
  if (program.detached.empty() || keeps_shaders) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  if (!has_unknown_inputs(*d.gl, program)) detach_as_recorded(d, program);
}

void attach_shader(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::AttachShader);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  const std::uint32_t shader = live_name(attempt, Kind::kShader, call.args[1].u);
  if (!attempt.ok) return;
  if (ProgramObject* program = d.context->group->find_program(u32(call, 0))) detach_as_recorded(d, *program);
  function(live, shader);
}

void detach_shader(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DetachShader);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  const std::uint32_t shader = live_name(attempt, Kind::kShader, call.args[1].u);
  if (!attempt.ok) return;
  ProgramObject* program = d.context->group->find_program(u32(call, 0));
  if (program == nullptr || is_inside_begin(d) || program->detached.contains(shader)) return function(live, shader);
  {
    const GlErrors::Mute mute(d.errors, *d.gl);
    if (is_attached(*d.gl, live, shader) && (keeps_shaders || has_unknown_inputs(*d.gl, *program))) {
      program->detached.insert(shader);
      return;
    }
  }
  function(live, shader);
}

// A location that the program chooses counts from the next link on.
void bind_attrib_location(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindAttribLocation);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name(attempt, Kind::kProgram, call.args[0].u);
  const char* name = String::get<const char*>(attempt, call.args[2]);
  if (!attempt.ok) return;
  function(live, u32(call, 1), name);
  ProgramObject* program = d.context->group->find_program(u32(call, 0));
  if (program != nullptr && program->bound_inputs.size() < NumberSpace::kMaxNames)
    program->bound_inputs.emplace(call.args[2].text());
}

}  // namespace replay::handlers
