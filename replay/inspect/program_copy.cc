#include "replay/inspect/program_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "replay/dispatch/asked.h"

namespace replay {
namespace {

GLint parameter(const GladGLContext& gl, GLuint program, GLenum name) {
  GLint value = 0;
  gl.GetProgramiv(program, name, &value);
  return had_error(gl) ? 0 : value;
}

std::vector<GLuint> shaders_of(const GladGLContext& gl, GLuint program) {
  std::array<GLuint, 16> shaders{};
  GLsizei count = 0;
  gl.GetAttachedShaders(program, static_cast<GLsizei>(shaders.size()), &count, shaders.data());
  return {shaders.begin(), shaders.begin() + std::clamp<GLsizei>(count, 0, 16)};
}

// Name -> location of what the program reads.
std::map<std::string, GLint> attributes_of(const GladGLContext& gl, GLuint program) {
  std::map<std::string, GLint> attributes;
  std::string name(
      static_cast<std::size_t>(std::clamp(parameter(gl, program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), 1, 1 << 16)) + 16,
      '\0');
  for (GLint i = 0; i < parameter(gl, program, GL_ACTIVE_ATTRIBUTES); ++i) {
    GLint size = 0;
    GLenum type = 0;
    gl.GetActiveAttrib(program, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr, &size, &type,
                       name.data());
    attributes[name.c_str()] = gl.GetAttribLocation(program, name.c_str());
  }
  had_error(gl);
  return attributes;
}

constexpr GLenum kStages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER,
                              GL_FRAGMENT_SHADER};

bool has_subroutines(const GladGLContext& gl, GLuint program) {
  if (gl.GetProgramStageiv == nullptr) return false;
  return std::ranges::any_of(kStages, [&](GLenum stage) {
    GLint count = 0;
    gl.GetProgramStageiv(program, stage, GL_ACTIVE_SUBROUTINE_UNIFORMS, &count);
    return !had_error(gl) && count > 0;
  });
}

// Whether a stage before the rasterizer reads or writes one of the resources; true where GL does not tell.
bool is_used_before_rasterizer(const GladGLContext& gl, GLuint program, GLenum interface, GLuint index) {
  constexpr GLenum kUsed[] = {GL_REFERENCED_BY_VERTEX_SHADER, GL_REFERENCED_BY_TESS_CONTROL_SHADER,
                              GL_REFERENCED_BY_TESS_EVALUATION_SHADER, GL_REFERENCED_BY_GEOMETRY_SHADER};
  return std::ranges::any_of(kUsed, [&](GLenum property) {
    GLint used = 0;
    gl.GetProgramResourceiv(program, interface, index, 1, &property, 1, nullptr, &used);
    return !had_error(gl) && used != 0;
  });
}

bool is_image(GLenum type) { return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY; }

// Whether the draw can change memory before it is rasterized, so that it must not be made twice.
bool writes_memory(const GladGLContext& gl, GLuint program) {
  if (gl.GetProgramInterfaceiv == nullptr || gl.GetProgramResourceiv == nullptr) return gl.BindImageTexture != nullptr;
  for (const GLenum interface : {GL_SHADER_STORAGE_BLOCK, GL_ATOMIC_COUNTER_BUFFER, GL_UNIFORM}) {
    GLint count = 0;
    gl.GetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
    if (had_error(gl)) continue;
    for (GLuint i = 0; i < static_cast<GLuint>(std::max(count, 0)); ++i) {
      if (interface == GL_UNIFORM) {
        const GLenum property = GL_TYPE;
        GLint type = 0;
        gl.GetProgramResourceiv(program, interface, i, 1, &property, 1, nullptr, &type);
        if (had_error(gl) || !is_image(static_cast<GLenum>(type))) continue;
      }
      if (is_used_before_rasterizer(gl, program, interface, i)) return true;
    }
  }
  return false;
}

std::string why_not(const GladGLContext& gl, GLuint program) {
  if (gl.IsProgram(program) == GL_FALSE || parameter(gl, program, GL_LINK_STATUS) == 0)
    return "The program is not linked.";
  if (parameter(gl, program, GL_DELETE_STATUS) != 0)
    return "The program is deleted while it is in use, so it must not be exchanged for a copy.";
  if (shaders_of(gl, program).empty()) return "The program has no shaders any more that a copy could be made of.";
  if (has_subroutines(gl, program)) return "The program has subroutines, whose choice would be lost.";
  if (writes_memory(gl, program))
    return "A shader before the rasterizer uses storage, counters or images, so the draw must not be made twice.";
  return "";
}

bool captures_position(const GladGLContext& gl, GLuint program) {
  if (parameter(gl, program, GL_TRANSFORM_FEEDBACK_VARYINGS) != 1) return false;
  std::array<char, 64> name{};
  GLsizei size = 0;
  GLenum type = 0;
  gl.GetTransformFeedbackVarying(program, 0, static_cast<GLsizei>(name.size()), nullptr, &size, &type, name.data());
  return !had_error(gl) && std::string_view(name.data()) == "gl_Position" && type == GL_FLOAT_VEC4;
}

}  // namespace

std::vector<GLenum> stages_of(const GladGLContext& gl, GLuint program) {
  std::vector<GLenum> stages;
  for (const GLuint shader : shaders_of(gl, program)) {
    GLint type = 0;
    gl.GetShaderiv(shader, GL_SHADER_TYPE, &type);
    stages.push_back(static_cast<GLenum>(type));
  }
  had_error(gl);
  return stages;
}

ProgramCopy copy_program(const GladGLContext& gl, GLuint program) {
  had_error(gl);
  if (std::string why = why_not(gl, program); !why.empty()) return {.why_not = std::move(why)};
  const auto attributes = attributes_of(gl, program);
  const GLuint copy = gl.CreateProgram();
  for (const GLuint shader : shaders_of(gl, program)) gl.AttachShader(copy, shader);
  for (const auto& [name, location] : attributes) {
    if (location >= 0) gl.BindAttribLocation(copy, static_cast<GLuint>(location), name.c_str());
  }
  const char* const varying = "gl_Position";
  gl.TransformFeedbackVaryings(copy, 1, &varying, GL_INTERLEAVED_ATTRIBS);
  gl.LinkProgram(copy);
  std::string why;
  if (had_error(gl) || parameter(gl, copy, GL_LINK_STATUS) == 0)
    why = "The driver does not link a copy of the program that captures gl_Position.";
  else if (!captures_position(gl, copy)) why = "The program chooses itself what transform feedback captures.";
  else if (attributes_of(gl, copy) != attributes) why = "The shaders have changed since the program was linked.";
  if (why.empty()) return {.live = copy, .why_not = ""};
  gl.DeleteProgram(copy);
  had_error(gl);
  return {.why_not = std::move(why)};
}

}  // namespace replay
