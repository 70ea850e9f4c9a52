// Draws that WebGL may have refused, because some enabled arrays are too short for them. This matters only if the
// program reads one of these arrays, which the live program knows.
#include <algorithm>
#include <span>

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

std::uint32_t columns(GLenum type) {
  switch (type) {
    case GL_FLOAT_MAT2: return 2;
    case GL_FLOAT_MAT3: return 3;
    case GL_FLOAT_MAT4: return 4;
    default: return 1;
  }
}

// Returns a bit for each location that the program reads.
std::uint64_t attributes_of(const GladGLContext& gl, GLuint program) {
  std::uint64_t bits = 0;
  GLint count = 0;
  gl.GetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
  for (GLint i = 0; i < count; ++i) {
    char name[256] = "";
    GLint size = 0;
    GLenum type = 0;
    gl.GetActiveAttrib(program, static_cast<GLuint>(i), sizeof name, nullptr, &size, &type, name);
    const GLint location = gl.GetAttribLocation(program, name);
    for (std::uint32_t c = 0; location >= 0 && c < columns(type); ++c)
      bits |= std::uint64_t{1} << ((location + c) & 63);
  }
  return bits;
}

// Returns whether the current program reads one of these arrays, or whether there is no program.
bool is_refused(Dispatcher& d, std::span<const std::uint32_t> short_arrays) {
  ProgramObject* program = d.context->group->find_program(d.context->program);
  if (program == nullptr) return true;
  if (!program->attributes) program->attributes = attributes_of(*d.gl, program->live);
  return std::any_of(short_arrays.begin(), short_arrays.end(), [&](std::uint32_t location) {
    return location < 64 && (*program->attributes >> location & 1) != 0;
  });
}

// Makes the checks that a draw without a guard needs.
bool is_ready(Dispatcher& d, const Call& call, std::size_t count, std::size_t instances) {
  CallInProgress attempt{d, call};
  limit_work(attempt, call.args[count].i, call.args[instances].i, d.limits.vertices);
  if (attempt.ok && needs_preparation(*d.context)) prepare_draw(attempt);
  return attempt.ok;
}

}  // namespace

void replay_guarded_draw_arrays(Dispatcher& d, const Call& call) {
  if (!has_context(d, call) || is_refused(d, call.args[5].array<std::uint32_t>()) || !is_ready(d, call, 2, 3)) return;
  if (call.args[3].u == 1) return d.gl->DrawArrays(u32(call, 0), i32(call, 1), i32(call, 2));
  const auto function = entry(d, call, &GladGLContext::DrawArraysInstanced);
  if (function != nullptr) function(u32(call, 0), i32(call, 1), i32(call, 2), i32(call, 3));
}

void replay_guarded_draw_elements(Dispatcher& d, const Call& call) {
  if (!has_context(d, call) || is_refused(d, call.args[6].array<std::uint32_t>())) return;
  if (d.context->bound(BufferTarget::kElementArray) == 0) return d.skip(call, Skip::kNoData);
  if (!is_ready(d, call, 1, 4)) return;
  const auto* offset = offset_pointer<const void*>(call.args[3]);
  if (call.args[4].u == 1) return d.gl->DrawElements(u32(call, 0), i32(call, 1), u32(call, 2), offset);
  const auto function = entry(d, call, &GladGLContext::DrawElementsInstanced);
  if (function != nullptr) function(u32(call, 0), i32(call, 1), u32(call, 2), offset, i32(call, 4));
}

}  // namespace replay::handlers
