#include "replay/dispatch/uniform_values.h"

#include <algorithm>

#include "replay/dispatch/live_numbers.h"

namespace replay {
namespace {

using Base = UniformShape::Base;

constexpr UniformShape kShapes[] = {
    {GL_FLOAT, Base::kFloat, 1, 1},
    {GL_FLOAT_VEC2, Base::kFloat, 1, 2},
    {GL_FLOAT_VEC3, Base::kFloat, 1, 3},
    {GL_FLOAT_VEC4, Base::kFloat, 1, 4},
    {GL_FLOAT_MAT2, Base::kFloat, 2, 2},
    {GL_FLOAT_MAT2x3, Base::kFloat, 2, 3},
    {GL_FLOAT_MAT2x4, Base::kFloat, 2, 4},
    {GL_FLOAT_MAT3x2, Base::kFloat, 3, 2},
    {GL_FLOAT_MAT3, Base::kFloat, 3, 3},
    {GL_FLOAT_MAT3x4, Base::kFloat, 3, 4},
    {GL_FLOAT_MAT4x2, Base::kFloat, 4, 2},
    {GL_FLOAT_MAT4x3, Base::kFloat, 4, 3},
    {GL_FLOAT_MAT4, Base::kFloat, 4, 4},
    {GL_DOUBLE, Base::kDouble, 1, 1},
    {GL_DOUBLE_VEC2, Base::kDouble, 1, 2},
    {GL_DOUBLE_VEC3, Base::kDouble, 1, 3},
    {GL_DOUBLE_VEC4, Base::kDouble, 1, 4},
    {GL_DOUBLE_MAT2, Base::kDouble, 2, 2},
    {GL_DOUBLE_MAT2x3, Base::kDouble, 2, 3},
    {GL_DOUBLE_MAT2x4, Base::kDouble, 2, 4},
    {GL_DOUBLE_MAT3x2, Base::kDouble, 3, 2},
    {GL_DOUBLE_MAT3, Base::kDouble, 3, 3},
    {GL_DOUBLE_MAT3x4, Base::kDouble, 3, 4},
    {GL_DOUBLE_MAT4x2, Base::kDouble, 4, 2},
    {GL_DOUBLE_MAT4x3, Base::kDouble, 4, 3},
    {GL_DOUBLE_MAT4, Base::kDouble, 4, 4},
    {GL_INT_VEC2, Base::kInt, 1, 2},
    {GL_INT_VEC3, Base::kInt, 1, 3},
    {GL_INT_VEC4, Base::kInt, 1, 4},
    {GL_BOOL_VEC2, Base::kInt, 1, 2},
    {GL_BOOL_VEC3, Base::kInt, 1, 3},
    {GL_BOOL_VEC4, Base::kInt, 1, 4},
    {GL_UNSIGNED_INT, Base::kUint, 1, 1},
    {GL_UNSIGNED_INT_VEC2, Base::kUint, 1, 2},
    {GL_UNSIGNED_INT_VEC3, Base::kUint, 1, 3},
    {GL_UNSIGNED_INT_VEC4, Base::kUint, 1, 4},
};

using Gl = GladGLContext;

template <class T>
using Vector = void (*Gl::*)(GLint, GLsizei, const T*);
template <class T>
using Matrix = void (*Gl::*)(GLint, GLsizei, GLboolean, const T*);

constexpr Vector<GLfloat> kFloats[] = {&Gl::Uniform1fv, &Gl::Uniform2fv, &Gl::Uniform3fv, &Gl::Uniform4fv};
constexpr Vector<GLdouble> kDoubles[] = {&Gl::Uniform1dv, &Gl::Uniform2dv, &Gl::Uniform3dv, &Gl::Uniform4dv};
constexpr Vector<GLint> kInts[] = {&Gl::Uniform1iv, &Gl::Uniform2iv, &Gl::Uniform3iv, &Gl::Uniform4iv};
constexpr Vector<GLuint> kUints[] = {&Gl::Uniform1uiv, &Gl::Uniform2uiv, &Gl::Uniform3uiv, &Gl::Uniform4uiv};
// The functions by columns and rows, counted from 2.
constexpr Matrix<GLfloat> kFloatMatrices[3][3] = {
    {&Gl::UniformMatrix2fv, &Gl::UniformMatrix2x3fv, &Gl::UniformMatrix2x4fv},
    {&Gl::UniformMatrix3x2fv, &Gl::UniformMatrix3fv, &Gl::UniformMatrix3x4fv},
    {&Gl::UniformMatrix4x2fv, &Gl::UniformMatrix4x3fv, &Gl::UniformMatrix4fv}};
constexpr Matrix<GLdouble> kDoubleMatrices[3][3] = {
    {&Gl::UniformMatrix2dv, &Gl::UniformMatrix2x3dv, &Gl::UniformMatrix2x4dv},
    {&Gl::UniformMatrix3x2dv, &Gl::UniformMatrix3dv, &Gl::UniformMatrix3x4dv},
    {&Gl::UniformMatrix4x2dv, &Gl::UniformMatrix4x3dv, &Gl::UniformMatrix4dv}};

template <class T>
void set_vector(const Gl& gl, const Vector<T> (&functions)[4], const UniformShape& shape, GLint location,
                const void* values) {
  const auto function = gl.*functions[shape.rows - 1];
  if (function != nullptr) function(location, 1, static_cast<const T*>(values));
}

template <class T>
void set_matrix(const Gl& gl, const Matrix<T> (&functions)[3][3], const UniformShape& shape, GLint location,
                const void* values) {
  const auto function = gl.*functions[shape.columns - 2][shape.rows - 2];
  if (function != nullptr) function(location, 1, GL_FALSE, static_cast<const T*>(values));
}

void set_uniform(const Gl& gl, GLenum type, GLint location, const void* values) {
  const UniformShape shape = uniform_shape(type);
  const bool is_matrix = shape.columns > 1;
  switch (shape.base) {
    case Base::kFloat:
      return is_matrix ? set_matrix(gl, kFloatMatrices, shape, location, values)
                       : set_vector(gl, kFloats, shape, location, values);
    case Base::kDouble:
      return is_matrix ? set_matrix(gl, kDoubleMatrices, shape, location, values)
                       : set_vector(gl, kDoubles, shape, location, values);
    case Base::kInt: return set_vector(gl, kInts, shape, location, values);
    case Base::kUint: return set_vector(gl, kUints, shape, location, values);
  }
}

void get_uniform(const Gl& gl, GLuint program, GLenum type, GLint location, void* values) {
  switch (uniform_shape(type).base) {
    case Base::kFloat: return gl.GetUniformfv(program, location, static_cast<GLfloat*>(values));
    case Base::kInt: return gl.GetUniformiv(program, location, static_cast<GLint*>(values));
    case Base::kUint:
      if (gl.GetUniformuiv != nullptr) gl.GetUniformuiv(program, location, static_cast<GLuint*>(values));
      return;
    case Base::kDouble:
      if (gl.GetUniformdv != nullptr) gl.GetUniformdv(program, location, static_cast<GLdouble*>(values));
      return;
  }
}

GLint program_integer(const Gl& gl, GLuint program, GLenum name) {
  GLint value = 0;
  gl.GetProgramiv(program, name, &value);
  return value;
}

// Makes a program current while it exists.
class Current {
 public:
  Current(const Gl& gl, GLuint program) : gl_(gl), program_(program) {
    gl.GetIntegerv(GL_CURRENT_PROGRAM, &before_);
    if (!is_before()) gl.UseProgram(program);
  }
  ~Current() {
    if (!is_before()) gl_.UseProgram(static_cast<GLuint>(before_));
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  // Returns whether the program is current, because GL can refuse it.
  bool holds() const {
    GLint now = 0;
    gl_.GetIntegerv(GL_CURRENT_PROGRAM, &now);
    return static_cast<GLuint>(now) == program_;
  }

 private:
  bool is_before() const { return static_cast<GLuint>(before_) == program_; }

  const Gl& gl_;
  GLuint program_;
  GLint before_ = 0;
};

}  // namespace

UniformShape uniform_shape(GLenum type) {
  const auto* found = std::find_if(std::begin(kShapes), std::end(kShapes),
                                   [&](const UniformShape& shape) { return shape.type == type; });
  return found == std::end(kShapes) ? UniformShape{type, Base::kInt, 1, 1} : *found;
}

UniformValues::UniformValues(const GladGLContext& gl, GLuint program) {
  if (gl.GetProgramiv == nullptr || gl.GetActiveUniform == nullptr || program_integer(gl, program, GL_LINK_STATUS) == 0)
    return;
  read_uniforms(gl, program);
  if (gl.UniformBlockBinding != nullptr) read_uniform_blocks(gl, program);
  if (gl.ShaderStorageBlockBinding != nullptr && gl.GetProgramResourceiv != nullptr) read_storage_blocks(gl, program);
}

void UniformValues::read_uniforms(const GladGLContext& gl, GLuint program) {
  std::string name(static_cast<std::size_t>(std::max(program_integer(gl, program, GL_ACTIVE_UNIFORM_MAX_LENGTH), 1)),
                   '\0');
  const GLint count = program_integer(gl, program, GL_ACTIVE_UNIFORMS);
  for (GLint i = 0; i < count; ++i) {
    GLint size = 0;
    GLenum type = 0;
    gl.GetActiveUniform(program, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr, &size, &type,
                        name.data());
    const std::string first = name.c_str();
    const bool is_array = first.ends_with("[0]");
    for (GLint element = 0; element < size; ++element) {
      Uniform uniform{is_array ? first.substr(0, first.size() - 2) + std::to_string(element) + "]" : first, type};
      const GLint location = gl.GetUniformLocation(program, uniform.name.c_str());
      if (location < 0) continue;
      get_uniform(gl, program, type, location, uniform.values);
      uniforms_.push_back(std::move(uniform));
    }
  }
}

void UniformValues::read_uniform_blocks(const GladGLContext& gl, GLuint program) {
  const GLint count = program_integer(gl, program, GL_ACTIVE_UNIFORM_BLOCKS);
  for (GLint i = 0; i < count; ++i) {
    const auto index = static_cast<GLuint>(i);
    GLint length = 0, binding = 0;
    gl.GetActiveUniformBlockiv(program, index, GL_UNIFORM_BLOCK_NAME_LENGTH, &length);
    gl.GetActiveUniformBlockiv(program, index, GL_UNIFORM_BLOCK_BINDING, &binding);
    std::string name(static_cast<std::size_t>(std::max(length, 1)), '\0');
    gl.GetActiveUniformBlockName(program, index, static_cast<GLsizei>(name.size()), nullptr, name.data());
    blocks_.push_back({GL_UNIFORM_BLOCK, name.c_str(), binding});
  }
}

void UniformValues::read_storage_blocks(const GladGLContext& gl, GLuint program) {
  GLint count = 0;
  gl.GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto index = static_cast<GLuint>(i);
    const GLenum property = GL_BUFFER_BINDING;
    GLint binding = 0;
    gl.GetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, index, 1, &property, 1, nullptr, &binding);
    blocks_.push_back({GL_SHADER_STORAGE_BLOCK, resource_name(gl, program, GL_SHADER_STORAGE_BLOCK, index), binding});
  }
}

void UniformValues::put_back(const GladGLContext& gl, GLuint program) const {
  for (const Block& block : blocks_) {
    const bool is_uniform = block.interface == GL_UNIFORM_BLOCK;
    const GLuint index = is_uniform ? gl.GetUniformBlockIndex(program, block.name.c_str())
                                    : gl.GetProgramResourceIndex(program, block.interface, block.name.c_str());
    if (index == GL_INVALID_INDEX) continue;
    (is_uniform ? gl.UniformBlockBinding : gl.ShaderStorageBlockBinding)(program, index,
                                                                         static_cast<GLuint>(block.binding));
  }
  if (uniforms_.empty()) return;
  const Current current(gl, program);
  if (!current.holds()) return;
  for (const Uniform& uniform : uniforms_) {
    const GLint location = gl.GetUniformLocation(program, uniform.name.c_str());
    if (location >= 0) set_uniform(gl, uniform.type, location, uniform.values);
  }
}

}  // namespace replay
