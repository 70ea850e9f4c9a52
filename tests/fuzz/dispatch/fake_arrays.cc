#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

void pointer(int index, int components, std::uint32_t type, std::int64_t stride, const void* offset) {
  if (refused() || index < 0 || index >= kArrays || stride < 0 || components < 1) return;
  if (components > 4 && components != GL_BGRA) return;
  if (state.kind == Kind::kCore && state.vertex_array == 0) return;
  Array& array = arrays().arrays[index];
  const auto& binding = state.bound[GL_ARRAY_BUFFER];
  array.buffer = binding.second;
  array.buffer_name = binding.first;
  array.pointer = reinterpret_cast<std::uintptr_t>(offset);
  array.stride = stride;
  array.components = components == GL_BGRA ? 4 : components;
  array.type = type;
}

void enable(VertexArray& in, int index, bool enabled) {
  if (!refused() && index >= 0 && index < kArrays) in.arrays[index].enabled = enabled;
}

}  // namespace

void set_arrays(GladGLContext& t) {
  t.VertexAttribPointer = [](GLuint i, GLint n, GLenum type, GLboolean, GLsizei stride, const void* p) {
    pointer(i < kAttributes ? static_cast<int>(i) : -1, n, type, stride, p);
  };
  t.VertexAttribIPointer = [](GLuint i, GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(i < kAttributes ? static_cast<int>(i) : -1, n, type, stride, p);
  };
  t.VertexAttribLPointer = [](GLuint i, GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(i < kAttributes ? static_cast<int>(i) : -1, n, type, stride, p);
  };
  t.VertexPointer = [](GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_VERTEX_ARRAY), n, type, stride, p);
  };
  t.NormalPointer = [](GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_NORMAL_ARRAY), 3, type, stride, p);
  };
  t.ColorPointer = [](GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_COLOR_ARRAY), n, type, stride, p);
  };
  t.IndexPointer = [](GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_INDEX_ARRAY), 1, type, stride, p);
  };
  t.EdgeFlagPointer = [](GLsizei stride, const void* p) {
    pointer(fixed_index(GL_EDGE_FLAG_ARRAY), 1, GL_UNSIGNED_BYTE, stride, p);
  };
  t.SecondaryColorPointer = [](GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_SECONDARY_COLOR_ARRAY), n, type, stride, p);
  };
  t.FogCoordPointer = [](GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_FOG_COORD_ARRAY), 1, type, stride, p);
  };
  t.TexCoordPointer = [](GLint n, GLenum type, GLsizei stride, const void* p) {
    pointer(fixed_index(GL_TEXTURE_COORD_ARRAY), n, type, stride, p);
  };
  t.EnableVertexAttribArray = [](GLuint i) {
    if (i < kAttributes) enable(arrays(), static_cast<int>(i), true);
  };
  t.DisableVertexAttribArray = [](GLuint i) {
    if (i < kAttributes) enable(arrays(), static_cast<int>(i), false);
  };
  t.EnableVertexArrayAttrib = [](GLuint vao, GLuint i) {
    if (i < kAttributes && state.vertex_arrays.contains(vao) && vao != 0)
      enable(state.vertex_arrays[vao], static_cast<int>(i), true);
  };
  t.EnableClientState = [](GLenum capability) { enable(arrays(), fixed_index(capability), true); };
  t.DisableClientState = [](GLenum capability) { enable(arrays(), fixed_index(capability), false); };
  t.ClientActiveTexture = [](GLenum unit) {
    if (!refused() && unit >= GL_TEXTURE0 && unit < GL_TEXTURE0 + kUnits)
      state.unit = static_cast<int>(unit - GL_TEXTURE0);
  };
  t.GenVertexArrays = [](GLsizei n, GLuint* names) {
    if (refused()) return;
    new_names(names, n);
    for (GLsizei i = 0; i < n; ++i) state.gen_arrays.insert(names[i]);
  };
  t.CreateVertexArrays = [](GLsizei n, GLuint* names) {
    if (refused()) return;
    new_names(names, n);
    for (GLsizei i = 0; i < n; ++i) state.gen_arrays.insert(names[i]), state.vertex_arrays[names[i]];
  };
  t.BindVertexArray = [](GLuint name) {
    if (refused() || (name != 0 && !state.gen_arrays.contains(name))) return;
    state.vertex_arrays[name];
    state.vertex_array = name;
  };
  t.DeleteVertexArrays = [](GLsizei n, const GLuint* names) {
    if (refused() || n < 0) return;
    read_bytes(names, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) {
      if (names[i] == 0) continue;
      if (state.vertex_array == names[i]) state.vertex_array = 0;
      state.vertex_arrays.erase(names[i]);
      state.gen_arrays.erase(names[i]);
    }
  };
  t.VertexArrayElementBuffer = [](GLuint vao, GLuint name) {
    if (refused() || vao == 0 || !state.vertex_arrays.contains(vao) ||
        (name != 0 && !state.group->buffers.contains(name)))
      return;
    state.vertex_arrays[vao].elements = named(name);
    state.vertex_arrays[vao].element_name = name;
  };
  t.GetVertexArrayiv = [](GLuint vao, GLenum name, GLint* v) {
    if (refused() || !state.vertex_arrays.contains(vao) || name != GL_ELEMENT_ARRAY_BUFFER_BINDING) return;
    *v = static_cast<GLint>(state.vertex_arrays[vao].element_name);
  };
  t.BindVertexBuffer = [](GLuint i, GLuint name, GLintptr offset, GLsizei stride) {
    if (refused() || i >= kAttributes || offset < 0 || stride < 0) return;
    Array& array = arrays().arrays[i];
    if (name != 0 && !state.group->buffers.contains(name)) state.group->buffers[name] = std::make_shared<Buffer>();
    array.buffer = named(name);
    array.buffer_name = name;
    array.pointer = static_cast<std::uintptr_t>(offset);
    array.stride = stride;
  };
  t.VertexArrayVertexBuffer = [](GLuint vao, GLuint i, GLuint name, GLintptr offset, GLsizei stride) {
    if (refused() || i >= kAttributes || vao == 0 || !state.vertex_arrays.contains(vao) || offset < 0 || stride < 0)
      return;
    Array& array = state.vertex_arrays[vao].arrays[i];
    array.buffer = named(name);
    array.buffer_name = array.buffer ? name : 0;
    array.pointer = static_cast<std::uintptr_t>(offset);
    array.stride = stride;
  };
  t.VertexArrayVertexAttribOffsetEXT = [](GLuint vao, GLuint name, GLuint i, GLint n, GLenum type, GLboolean,
                                          GLsizei stride, GLintptr offset) {
    if (refused() || i >= kAttributes || !state.vertex_arrays.contains(vao) || n < 1 || n > 4 || stride < 0) return;
    Array& array = state.vertex_arrays[vao].arrays[i];
    array = {array.enabled, named(name), name, static_cast<std::uintptr_t>(offset), stride, n, type};
  };
}

}  // namespace replay::fake
