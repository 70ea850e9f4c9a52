#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

// Control points.
template <class T>
void evaluator(std::uint32_t target, std::int64_t stride, int order, const T* points) {
  const int k = target == GL_MAP1_VERTEX_3 || target == GL_MAP1_NORMAL ? 3 : target == GL_MAP1_INDEX ? 1 : 4;
  if (refused() || target < GL_MAP1_COLOR_4 || target > GL_MAP1_VERTEX_4 || order < 1 || order > 30 || stride < k)
    return;
  if (target == GL_MAP1_TEXTURE_COORD_1 || target == GL_MAP1_TEXTURE_COORD_2 || target == GL_MAP1_TEXTURE_COORD_3)
    return;
  for (std::int64_t i = 0; i < order; ++i) read_bytes(points + i * stride, k * static_cast<std::int64_t>(sizeof(T)));
}

template <class T>
void evaluator(std::uint32_t target, std::int64_t u_stride, int u_order, std::int64_t v_stride, int v_order,
               const T* points) {
  if (refused() || target != GL_MAP2_VERTEX_3 || u_order < 1 || u_order > 30 || v_order < 1 || v_order > 30) return;
  if (u_stride < 3 || v_stride < 3) return;
  for (std::int64_t i = 0; i < u_order; ++i) {
    for (std::int64_t j = 0; j < v_order; ++j)
      read_bytes(points + i * u_stride + j * v_stride, 3 * static_cast<std::int64_t>(sizeof(T)));
  }
}

}  // namespace

void set_programs(GladGLContext& t) {
  t.UseProgram = [](GLuint program) {
    if (!refused()) state.program = program;
  };
  t.BindProgramPipeline = [](GLuint pipeline) {
    if (!refused()) state.pipeline = pipeline;
  };
  t.DeleteProgramPipelines = [](GLsizei n, const GLuint* names) {
    if (refused() || n < 0) return;
    read_bytes(names, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) {
      if (names[i] == state.pipeline) state.pipeline = 0;
    }
  };
  t.BindFramebuffer = [](GLenum target, GLuint name) {
    if (refused()) return;
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER) state.draw_framebuffer = name;
    if (target == GL_FRAMEBUFFER || target == GL_READ_FRAMEBUFFER) state.read_framebuffer = name;
  };
  t.DeleteFramebuffers = [](GLsizei n, const GLuint* names) {
    if (refused() || n < 0) return;
    read_bytes(names, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) {
      if (names[i] == state.draw_framebuffer) state.draw_framebuffer = 0;
      if (names[i] == state.read_framebuffer) state.read_framebuffer = 0;
    }
  };
  t.ShaderSource = [](GLuint, GLsizei n, const GLchar* const* strings, const GLint* lengths) {
    if (refused() || n <= 0) return;
    read_bytes(strings, std::int64_t{n} * 8);
    if (lengths != nullptr) read_bytes(lengths, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) text(strings[i], lengths != nullptr ? lengths[i] : -1);
  };
  t.Map1f = [](GLenum target, GLfloat, GLfloat, GLint stride, GLint order, const GLfloat* p) {
    evaluator(target, stride, order, p);
  };
  t.Map1d = [](GLenum target, GLdouble, GLdouble, GLint stride, GLint order, const GLdouble* p) {
    evaluator(target, stride, order, p);
  };
  t.Map2f = [](GLenum target, GLfloat, GLfloat, GLint us, GLint uo, GLfloat, GLfloat, GLint vs, GLint vo,
               const GLfloat* p) { evaluator(target, us, uo, vs, vo, p); };
  t.Map2d = [](GLenum target, GLdouble, GLdouble, GLint us, GLint uo, GLdouble, GLdouble, GLint vs, GLint vo,
               const GLdouble* p) { evaluator(target, us, uo, vs, vo, p); };
  t.GetProgramiv = [](GLuint, GLenum, GLint* v) { write_bytes(v, 4); };
  t.GetProgramStageiv = [](GLuint, GLenum, GLenum, GLint* v) {
    write_bytes(v, 4);
    *v = 3;
  };
  t.UniformSubroutinesuiv = [](GLenum, GLsizei n, const GLuint* v) {
    if (!refused() && n > 0) read_bytes(v, std::int64_t{n} * 4);
  };
  t.GetActiveAttrib = [](GLuint, GLuint, GLsizei room, GLsizei* n, GLint* size, GLenum* type, GLchar* name) {
    write_bytes(name, room);
    if (n != nullptr) *n = 0;
    *size = 1;
    *type = GL_FLOAT_MAT4;
  };
  t.GetAttribLocation = [](GLuint, const GLchar* name) {
    text(name, -1);
    return GLint{62};
  };
  t.GetUniformLocation = [](GLuint, const GLchar* name) {
    text(name, -1);
    return GLint{5};
  };
  t.FenceSync = [](GLenum, GLbitfield) { return reinterpret_cast<GLsync>(std::uintptr_t{0x10} + next_name++); };
}

}  // namespace replay::fake
