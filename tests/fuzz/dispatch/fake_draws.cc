#include <cstring>

#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

// A driver looks how long buffers are when it draws; while it compiles a list, and in feedback and selection, Mesa does
// not. Client memory it cannot check ever.
bool is_unchecked() { return state.list != 0 || state.render_mode != GL_RENDER; }

void look_up(std::int64_t index) {
  for (const Array& array : arrays().arrays) {
    if (!array.enabled) continue;
    const std::int64_t stride = array.stride != 0 ? array.stride : array.element();
    if (!array.buffer) {
      read_bytes(reinterpret_cast<const void*>(array.pointer), 1);
    } else if (is_unchecked() || state.in_begin) {
      const auto at = static_cast<std::int64_t>(array.pointer) + index * stride;
      static const Block nothing(1);
      const Block& data = array.buffer->data ? *array.buffer->data : nothing;
      read_bytes(data.memory.get() + at, array.element());
    }
  }
}

bool can_draw(std::int64_t count) { return !refused() && count > 0; }

void draw_arrays(std::int64_t first, std::int64_t count, std::int64_t instances) {
  if (!can_draw(count) || first < 0 || instances <= 0) return;
  if (count * instances > (std::int64_t{1} << 28)) __builtin_trap();  // hours
  look_up(first);
  look_up(first + count - 1);
}

std::int64_t index_size(std::uint32_t type) {
  return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : type == GL_UNSIGNED_INT ? 4 : 0;
}

void draw_elements(std::int64_t count, std::uint32_t type, const void* indices, std::int64_t instances,
                   std::int64_t base) {
  const std::int64_t size = index_size(type);
  if (!can_draw(count) || instances <= 0 || size == 0) return;
  if (count * instances > (std::int64_t{1} << 28)) __builtin_trap();
  const auto* memory = static_cast<const char*>(indices);
  if (arrays().elements) {
    const auto offset = reinterpret_cast<std::uintptr_t>(indices);
    if (!is_unchecked()) return look_up(0);
    if (!arrays().elements->data) return read_bytes(nullptr, 1);
    memory = arrays().elements->data->memory.get() + offset;
  }
  read_bytes(memory, count * size);
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t index = 0;
    std::memcpy(&index, memory + i * size, static_cast<std::size_t>(size));
    look_up(index + base);
  }
}

void indirect(const void* where, std::int64_t draws, std::int64_t stride, std::int64_t bytes) {
  if (refused() || draws <= 0) return;
  if (bound(GL_DRAW_INDIRECT_BUFFER)) return look_up(0);
  if (state.kind != Kind::kCompatibility) return;
  if (stride == 0) stride = bytes;
  read_bytes(where, (draws - 1) * stride + bytes);
  look_up(0);
}

}  // namespace

void set_draws(GladGLContext& t) {
  t.DrawArrays = [](GLenum, GLint first, GLsizei count) { draw_arrays(first, count, 1); };
  t.DrawArraysInstanced = [](GLenum, GLint first, GLsizei count, GLsizei n) { draw_arrays(first, count, n); };
  t.DrawArraysInstancedBaseInstance = [](GLenum, GLint first, GLsizei count, GLsizei n, GLuint) {
    draw_arrays(first, count, n);
  };
  t.DrawElements = [](GLenum, GLsizei count, GLenum type, const void* i) { draw_elements(count, type, i, 1, 0); };
  t.DrawRangeElements = [](GLenum, GLuint, GLuint, GLsizei count, GLenum type, const void* i) {
    draw_elements(count, type, i, 1, 0);
  };
  t.DrawElementsBaseVertex = [](GLenum, GLsizei count, GLenum type, const void* i, GLint base) {
    draw_elements(count, type, i, 1, base);
  };
  t.DrawRangeElementsBaseVertex = [](GLenum, GLuint, GLuint, GLsizei count, GLenum type, const void* i, GLint base) {
    draw_elements(count, type, i, 1, base);
  };
  t.DrawElementsInstanced = [](GLenum, GLsizei count, GLenum type, const void* i, GLsizei n) {
    draw_elements(count, type, i, n, 0);
  };
  t.DrawElementsInstancedBaseVertex = [](GLenum, GLsizei count, GLenum type, const void* i, GLsizei n, GLint base) {
    draw_elements(count, type, i, n, base);
  };
  t.DrawElementsInstancedBaseInstance = [](GLenum, GLsizei count, GLenum type, const void* i, GLsizei n, GLuint) {
    draw_elements(count, type, i, n, 0);
  };
  t.DrawElementsInstancedBaseVertexBaseInstance = [](GLenum, GLsizei count, GLenum type, const void* i, GLsizei n,
                                                     GLint base, GLuint) { draw_elements(count, type, i, n, base); };
  t.MultiDrawArrays = [](GLenum, const GLint* first, const GLsizei* count, GLsizei n) {
    if (refused() || n <= 0) return;
    read_bytes(first, std::int64_t{n} * 4);
    read_bytes(count, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) draw_arrays(first[i], count[i], 1);
  };
  t.MultiDrawElements = [](GLenum, const GLsizei* count, GLenum type, const void* const* indices, GLsizei n) {
    if (refused() || n <= 0) return;
    read_bytes(count, std::int64_t{n} * 4);
    read_bytes(indices, std::int64_t{n} * 8);
    for (GLsizei i = 0; i < n; ++i) draw_elements(count[i], type, indices[i], 1, 0);
  };
  t.MultiDrawElementsBaseVertex = [](GLenum, const GLsizei* count, GLenum type, const void* const* indices, GLsizei n,
                                     const GLint* base) {
    if (refused() || n <= 0) return;
    read_bytes(count, std::int64_t{n} * 4);
    read_bytes(base, std::int64_t{n} * 4);
    read_bytes(indices, std::int64_t{n} * 8);
    for (GLsizei i = 0; i < n; ++i) draw_elements(count[i], type, indices[i], 1, base[i]);
  };
  t.DrawArraysIndirect = [](GLenum, const void* p) { indirect(p, 1, 0, 16); };
  t.DrawElementsIndirect = [](GLenum, GLenum, const void* p) {
    if (arrays().elements) indirect(p, 1, 0, 20);
  };
  t.MultiDrawArraysIndirect = [](GLenum, const void* p, GLsizei n, GLsizei stride) {
    if (stride % 4 == 0) indirect(p, n, stride, 16);
  };
  t.MultiDrawElementsIndirect = [](GLenum, GLenum, const void* p, GLsizei n, GLsizei stride) {
    if (stride % 4 == 0 && arrays().elements) indirect(p, n, stride, 20);
  };
  t.ArrayElement = [](GLint index) { look_up(index); };
  t.Begin = [](GLenum mode) {
    if (mode <= GL_POLYGON) state.in_begin = true;
  };
  t.End = [] {
    touch_results();
    state.in_begin = false;
  };
  t.EvalMesh2 = [](GLenum, GLint i1, GLint i2, GLint j1, GLint j2) {
    if ((std::int64_t{i2} - i1 + 1) > 0 && (std::int64_t{j2} - j1 + 1) > 0 &&
        (std::int64_t{i2} - i1 + 1) * static_cast<__int128>(std::int64_t{j2} - j1 + 1) > (1 << 28))
      __builtin_trap();
  };
  t.DispatchCompute = [](GLuint x, GLuint y, GLuint z) {
    if (static_cast<unsigned __int128>(x) * y * z > (1 << 26)) __builtin_trap();
  };
}

}  // namespace replay::fake
