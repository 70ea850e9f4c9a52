#include "replay/state/vertex_attributes.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "replay/dispatch/array_layouts.h"
#include "replay/dispatch/pack_state.h"
#include "replay/dispatch/uniform_values.h"

namespace replay::state {
namespace {

struct ActiveAttribute {
  std::string name;
  GLenum type = GL_FLOAT_VEC4;
};

// What the program reads, by location; a matrix has one for each of its columns.
std::map<GLuint, ActiveAttribute> active_attributes(const GladGLContext& gl, GLuint program) {
  std::map<GLuint, ActiveAttribute> active;
  GLint count = 0, longest = 0;
  gl.GetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
  gl.GetProgramiv(program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &longest);
  std::string text(static_cast<std::size_t>(std::clamp(longest, 1, 1 << 16)) + 16, '\0');
  for (GLint i = 0; i < count; ++i) {
    GLint size = 0;
    GLenum type = 0;
    gl.GetActiveAttrib(program, static_cast<GLuint>(i), static_cast<GLsizei>(text.size()), nullptr, &size, &type,
                       text.data());
    if (had_error(gl)) continue;
    const std::string name = text.c_str();
    const GLint location = gl.GetAttribLocation(program, name.c_str());
    if (location < 0) continue;  // a built-in
    const UniformShape shape = uniform_shape(type);
    const int columns = shape.columns * std::clamp(size, 1, 16);
    for (int column = 0; column < columns; ++column)
      active[static_cast<GLuint>(location + column)] = {columns > 1 ? fmt::format("{}[{}]", name, column) : name, type};
  }
  return active;
}

// The live program that reads the vertices; 0 for the fixed functions.
GLuint vertex_program(const Asked& asked) {
  RecordedContext& context = asked.context;
  std::uint32_t recorded = context.program;
  if (const auto stages = context.stage_programs.find(context.pipeline);
      recorded == 0 && context.pipeline != 0 && stages != context.stage_programs.end()) {
    const auto found = stages->second.find(GL_VERTEX_SHADER_BIT);
    if (found != stages->second.end()) recorded = found->second;
  }
  const GLuint live = recorded == 0 ? 0 : live_of(context, Kind::kProgram, recorded);
  return live != 0 && asked.gl.GetProgramiv != nullptr && asked.gl.IsProgram(live) != GL_FALSE ? live : 0;
}

std::string fixed_name(const ArrayLayout& layout) {
  switch (layout.capability) {
    case GL_VERTEX_ARRAY: return "gl_Vertex";
    case GL_NORMAL_ARRAY: return "gl_Normal";
    case GL_COLOR_ARRAY: return "gl_Color";
    case GL_SECONDARY_COLOR_ARRAY: return "gl_SecondaryColor";
    case GL_FOG_COORD_ARRAY: return "gl_FogCoord";
    case GL_TEXTURE_COORD_ARRAY: return fmt::format("gl_MultiTexCoord{}", layout.index);
    case GL_INDEX_ARRAY: return "color index";
    default: return "edge flag";
  }
}

// The fixed functions take integers of these arrays as fractions.
bool is_fraction(GLenum capability) {
  return capability == GL_NORMAL_ARRAY || capability == GL_COLOR_ARRAY || capability == GL_SECONDARY_COLOR_ARRAY;
}

VertexColumn column_of(const Asked& asked, const ArrayLayout& layout, const std::map<GLuint, ActiveAttribute>& active,
                       bool has_program) {
  const GladGLContext& gl = asked.gl;
  VertexColumn column{.name = layout.capability != 0 ? fixed_name(layout) : fmt::format("attribute {}", layout.index),
                      .format = {.components = layout.components, .type = static_cast<GLenum>(layout.type)},
                      .buffer = recorded_name(asked.context.map(Kind::kBuffer), static_cast<GLuint>(layout.buffer)),
                      .live_buffer = static_cast<GLuint>(layout.buffer),
                      .offset = layout.offset,
                      .stride = layout.stride};
  if (layout.capability != 0) {
    column.format.normalized = is_fraction(layout.capability);
    return column;
  }
  const auto ask = [&](GLenum name) {
    GLint value = 0;
    gl.GetVertexAttribiv(layout.index, name, &value);
    return had_error(gl) ? 0 : value;
  };
  column.format.normalized = ask(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) != 0;
  column.format.integer = ask(GL_VERTEX_ATTRIB_ARRAY_INTEGER) != 0;
  column.format.is_double = ask(GL_VERTEX_ATTRIB_ARRAY_LONG) != 0;
  column.divisor = static_cast<std::uint32_t>(std::max(ask(GL_VERTEX_ATTRIB_ARRAY_DIVISOR), 0));
  const auto found = active.find(layout.index);
  if (found != active.end()) column.name = found->second.name;
  else column.is_read = !has_program;
  return column;
}

ConstantAttribute constant_of(const GladGLContext& gl, GLuint location, const ActiveAttribute& attribute) {
  const UniformShape shape = uniform_shape(attribute.type);
  ConstantAttribute constant{.name = attribute.name, .values = {}};
  const auto add = [&](const auto& values) {
    for (int i = 0; i < shape.rows; ++i) constant.values.push_back(static_cast<double>(values[i]));
  };
  if (shape.base == UniformShape::Base::kInt && gl.GetVertexAttribIiv != nullptr) {
    GLint values[4] = {};
    gl.GetVertexAttribIiv(location, GL_CURRENT_VERTEX_ATTRIB, values);
    add(values);
  } else if (shape.base == UniformShape::Base::kUint && gl.GetVertexAttribIuiv != nullptr) {
    GLuint values[4] = {};
    gl.GetVertexAttribIuiv(location, GL_CURRENT_VERTEX_ATTRIB, values);
    add(values);
  } else {
    GLfloat values[4] = {};
    gl.GetVertexAttribfv(location, GL_CURRENT_VERTEX_ATTRIB, values);
    add(values);
  }
  had_error(gl);
  return constant;
}

}  // namespace

VertexAttributes vertex_attributes(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  VertexAttributes out;
  had_error(gl);
  const GLuint program = vertex_program(asked);
  std::map<GLuint, ActiveAttribute> active;
  if (program != 0) active = active_attributes(gl, program);
  std::vector<GLuint> in_arrays;
  const auto take = [&](const ArrayLayout& layout) {
    had_error(gl);
    out.columns.push_back(column_of(asked, layout, active, program != 0));
    if (layout.capability == 0) in_arrays.push_back(layout.index);
  };
  if (asked.context.has_begin() && gl.ClientActiveTexture != nullptr) for_each_array(asked.dispatcher, take);
  else if (gl.GetVertexAttribiv != nullptr) for_each_attribute(gl, take);
  had_error(gl);
  for (const auto& [location, attribute] : active) {
    if (std::ranges::find(in_arrays, location) == in_arrays.end())
      out.constants.push_back(constant_of(gl, location, attribute));
  }
  return out;
}

int position_of(const std::vector<VertexColumn>& columns) {
  const auto rank = [](const VertexColumn& column) {
    std::string name = column.name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (column.format.count() < 2 || !column.is_read) return 0;
    if (name == "gl_vertex") return 5;
    if (name.find("pos") != std::string::npos) return 4;
    if (name.find("vert") != std::string::npos) return 3;
    return column.format.is_whole() ? 1 : 2;
  };
  int best = -1, best_rank = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (const int now = rank(columns[i]); now > best_rank) best = static_cast<int>(i), best_rank = now;
  }
  return best;
}

}  // namespace replay::state
