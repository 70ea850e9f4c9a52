#include "replay/export_c/uniforms.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <vector>

#include "replay/dispatch/asked.h"
#include "replay/export_c/c_text.h"

namespace replay {
namespace {

constexpr GLint kMaxUniformElements = 4096, kMaxUniforms = 65536;

// "lights[0]" -> "lights"
std::string without_index(const std::string& name) {
  return name.ends_with("[0]") ? name.substr(0, name.size() - 3) : name;
}

}  // namespace

void Uniforms::linked(std::size_t program) { programs_.erase(program); }

std::uint32_t Uniforms::current_program() {
  if (const auto program = asked(dispatcher_, GL_CURRENT_PROGRAM); program && *program > 0)
    return static_cast<std::uint32_t>(*program);
  const auto pipeline = asked(dispatcher_, GL_PROGRAM_PIPELINE_BINDING);
  if (!pipeline || *pipeline <= 0 || dispatcher_.gl->GetProgramPipelineiv == nullptr) return 0;
  GLint active = 0;
  dispatcher_.gl->GetProgramPipelineiv(static_cast<GLuint>(*pipeline), GL_ACTIVE_PROGRAM, &active);
  return static_cast<std::uint32_t>(active);
}

Uniforms::Names Uniforms::list(std::uint32_t live) {
  const GladGLContext& gl = *dispatcher_.gl;
  const GlErrors::Mute mute(dispatcher_.errors, gl);
  Names names;
  if (gl.GetProgramiv == nullptr || gl.GetActiveUniform == nullptr || gl.GetUniformLocation == nullptr) return names;
  GLint count = 0, longest = 0;
  gl.GetProgramiv(live, GL_ACTIVE_UNIFORMS, &count);
  gl.GetProgramiv(live, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
  std::vector<char> text(static_cast<std::size_t>(std::max(longest, 0)) + 1);
  for (GLint i = 0; i < std::min(count, kMaxUniforms); ++i) {
    GLsizei length = 0;
    GLint elements = 0;
    GLenum type = 0;
    gl.GetActiveUniform(live, static_cast<GLuint>(i), static_cast<GLsizei>(text.size()), &length, &elements, &type,
                        text.data());
    const std::string name(text.data(), static_cast<std::size_t>(std::max(length, 0)));
    const GLint first = gl.GetUniformLocation(live, name.c_str());
    if (first < 0) continue;
    names.emplace(first, without_index(name));
    for (GLint element = 1; element < std::min(elements, kMaxUniformElements); ++element) {
      const std::string one = fmt::format("{}[{}]", without_index(name), element);
      if (const GLint at = gl.GetUniformLocation(live, one.c_str()); at >= 0) names.emplace(at, one);
    }
  }
  return names;
}

Uniforms::Location Uniforms::location(std::size_t program, std::uint32_t live, std::int32_t number) {
  if (number < 0) return {c_signed(number), ""};
  Known& known = programs_[program];
  if (!known.names) known.names = list(live);
  const auto name = known.names->find(number);
  if (name == known.names->end()) return {c_signed(number), ""};
  const auto [asked, is_new] = known.asked.try_emplace(name->second, 0);
  if (is_new) asked->second = variables_.add("GLint", "u", c_identifier_part(name->second));
  const std::string variable = Variables::token(asked->second);
  if (!is_new) return {variable, ""};
  return {variable, fmt::format("{} = glGetUniformLocation({}, {});", variable, Variables::token(program),
                                c_string(name->second))};
}

std::string Uniforms::block(std::size_t program, std::uint32_t live, std::uint32_t index, bool is_storage) {
  const GladGLContext& gl = *dispatcher_.gl;
  const GlErrors::Mute mute(dispatcher_.errors, gl);
  char text[1024] = {};
  GLsizei length = 0;
  if (is_storage && gl.GetProgramResourceName != nullptr)
    gl.GetProgramResourceName(live, GL_SHADER_STORAGE_BLOCK, index, sizeof text, &length, text);
  if (!is_storage && gl.GetActiveUniformBlockName != nullptr)
    gl.GetActiveUniformBlockName(live, index, sizeof text, &length, text);
  if (length <= 0 || length >= static_cast<GLsizei>(sizeof text) - 1) return c_unsigned(index);
  const std::string name = c_string({text, static_cast<std::size_t>(length)});
  if (is_storage)
    return fmt::format("glGetProgramResourceIndex({}, GL_SHADER_STORAGE_BLOCK, {})", Variables::token(program), name);
  return fmt::format("glGetUniformBlockIndex({}, {})", Variables::token(program), name);
}

}  // namespace replay
