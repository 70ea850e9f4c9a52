// Programs: their shaders with sources, uniforms with values, attributes.
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "replay/dispatch/pack_state.h"
#include "replay/dispatch/uniform_values.h"
#include "replay/state/parts.h"

namespace replay::state {
namespace {

using nlohmann::json;

constexpr GLint kMaxElements = 256;  // of a uniform array; the rest is left out

using Base = UniformShape::Base;

template <class T, class Get>
void append_values(json& out, GLuint program, GLint location, int components, Get get) {
  std::array<T, 16> values{};
  get(program, location, values.data());
  for (int i = 0; i < components; ++i) out.push_back(values[static_cast<std::size_t>(i)]);
}

json value_of(const GladGLContext& gl, GLuint program, GLint location, GLenum type) {
  const UniformShape shape = uniform_shape(type);
  const int components = shape.components();
  json out = json::array();
  switch (shape.base) {
    case Base::kFloat: append_values<GLfloat>(out, program, location, components, gl.GetUniformfv); break;
    case Base::kInt: append_values<GLint>(out, program, location, components, gl.GetUniformiv); break;
    case Base::kUint:
      if (gl.GetUniformuiv != nullptr) append_values<GLuint>(out, program, location, components, gl.GetUniformuiv);
      break;
    case Base::kDouble:
      if (gl.GetUniformdv != nullptr) append_values<GLdouble>(out, program, location, components, gl.GetUniformdv);
      break;
  }
  return components == 1 && !out.empty() ? out[0] : out;
}

GLint program_parameter(const GladGLContext& gl, GLuint program, GLenum name) {
  GLint value = 0;
  gl.GetProgramiv(program, name, &value);
  return value;
}

struct Active {
  std::string name;
  GLint size = 0;
  GLenum type = 0;
};

// Lists the active uniforms or attributes of a program. `get` is the function of GL that describes one of them.
template <class Get>
std::vector<Active> active_of(const GladGLContext& gl, GLuint program, GLenum how_many, GLenum longest, Get get) {
  std::vector<Active> found(static_cast<std::size_t>(std::max(program_parameter(gl, program, how_many), 0)));
  std::vector<char> name(static_cast<std::size_t>(std::clamp(program_parameter(gl, program, longest), 1, 1 << 16)) +
                         16);
  for (std::size_t i = 0; i < found.size(); ++i) {
    GLsizei length = 0;
    get(program, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), &length, &found[i].size, &found[i].type,
        name.data());
    found[i].name.assign(name.data(), static_cast<std::size_t>(length));
  }
  return found;
}

json uniforms_of(const GladGLContext& gl, GLuint program) {
  json out = json::object();
  for (const auto& [name, size, type] :
       active_of(gl, program, GL_ACTIVE_UNIFORMS, GL_ACTIVE_UNIFORM_MAX_LENGTH, gl.GetActiveUniform)) {
    json& uniform = out[name];
    uniform["type"] = enum_text(type);
    const GLint location = gl.GetUniformLocation(program, name.c_str());
    if (location < 0) continue;  // the uniform is in a block, or it is a built-in
    if (size == 1) {
      uniform["value"] = value_of(gl, program, location, type);
      continue;
    }
    const std::string stem = name.substr(0, name.rfind('['));
    for (GLint element = 0; element < std::min(size, kMaxElements); ++element) {
      const GLint at = gl.GetUniformLocation(program, (stem + "[" + std::to_string(element) + "]").c_str());
      uniform["value"].push_back(at < 0 ? json() : value_of(gl, program, at, type));
    }
  }
  return out;
}

json attributes_of(const GladGLContext& gl, GLuint program) {
  json out = json::object();
  for (const Active& active :
       active_of(gl, program, GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, gl.GetActiveAttrib)) {
    out[active.name] = {{"type", enum_text(active.type)}, {"size", active.size}};
  }
  return out;
}

json shaders_of(const GladGLContext& gl, GLuint program) {
  json out = json::array();
  std::array<GLuint, 16> shaders{};
  GLsizei count = 0;
  gl.GetAttachedShaders(program, static_cast<GLsizei>(shaders.size()), &count, shaders.data());
  for (GLsizei i = 0; i < count; ++i) {
    const GLuint shader = shaders[static_cast<std::size_t>(i)];
    GLint type = 0, length = 0, compiled = 0;
    gl.GetShaderiv(shader, GL_SHADER_TYPE, &type);
    gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    gl.GetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
    std::string source(static_cast<std::size_t>(std::max(length, 1)), '\0');
    gl.GetShaderSource(shader, length, nullptr, source.data());
    source.resize(source.find('\0') == std::string::npos ? source.size() : source.find('\0'));
    out.push_back(
        {{"type", enum_text(static_cast<std::uint32_t>(type))}, {"compiled", compiled != 0}, {"source", source}});
  }
  std::sort(out.begin(), out.end(), [](const json& a, const json& b) { return a["type"] < b["type"]; });
  return out;
}

// Precondition: the name is of a program.
json describe(const GladGLContext& gl, GLuint live) {
  json program;
  program["linked"] = program_parameter(gl, live, GL_LINK_STATUS) != 0;
  program["shaders"] = shaders_of(gl, live);
  program["uniforms"] = uniforms_of(gl, live);
  program["attributes"] = attributes_of(gl, live);
  had_error(gl);
  return program;
}

}  // namespace

json program(const Asked& asked, std::uint32_t recorded) {
  const GladGLContext& gl = asked.gl;
  const std::uint32_t live = recorded == 0 ? 0 : live_of(asked.context, Kind::kProgram, recorded);
  if (live == 0 || gl.GetProgramiv == nullptr || gl.IsProgram(live) == GL_FALSE) return {};
  had_error(gl);
  return describe(gl, live);
}

json programs(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  if (gl.GetProgramiv == nullptr) return out;
  had_error(gl);
  asked.context.map(Kind::kProgram).for_each([&](std::uint32_t recorded, std::uint32_t live) {
    if (gl.IsProgram(live) == GL_FALSE) return;  // it is a shader; programs and shaders share their names
    out[std::to_string(recorded)] = describe(gl, live);
  });
  return out;
}

}  // namespace replay::state
