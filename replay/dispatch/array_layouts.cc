#include "replay/dispatch/array_layouts.h"

#include "replay/dispatch/asked.h"
#include "replay/dispatch/pixel_size.h"

namespace replay {
namespace {

struct FixedLayout {
  GLenum capability, buffer, components, type, stride, pointer;  // 0 when GL has no such query
  // The components and type of arrays that have no query for them, because GL allows nothing else.
  GLint own_components = 1, own_type = GL_FLOAT;
};

constexpr FixedLayout kFixedLayouts[] = {
    {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE,
     GL_VERTEX_ARRAY_STRIDE, GL_VERTEX_ARRAY_POINTER},
    {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING, 0, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE,
     GL_NORMAL_ARRAY_POINTER, 3},
    {GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE,
     GL_COLOR_ARRAY_POINTER},
    {GL_INDEX_ARRAY, GL_INDEX_ARRAY_BUFFER_BINDING, 0, GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE,
     GL_INDEX_ARRAY_POINTER},
    {GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE, GL_EDGE_FLAG_ARRAY_POINTER,
     1, GL_UNSIGNED_BYTE},
    {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, GL_SECONDARY_COLOR_ARRAY_SIZE,
     GL_SECONDARY_COLOR_ARRAY_TYPE, GL_SECONDARY_COLOR_ARRAY_STRIDE, GL_SECONDARY_COLOR_ARRAY_POINTER},
    {GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_BUFFER_BINDING, 0, GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE,
     GL_FOG_COORD_ARRAY_POINTER},
};
constexpr FixedLayout kTextureLayout = {GL_TEXTURE_COORD_ARRAY,        GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
                                        GL_TEXTURE_COORD_ARRAY_SIZE,   GL_TEXTURE_COORD_ARRAY_TYPE,
                                        GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_POINTER};

using Take = std::function<void(const ArrayLayout&)>;

void take_fixed(const GladGLContext& gl, const FixedLayout& array, GLuint unit, const Take& take) {
  if (!gl.IsEnabled(array.capability)) return;
  ArrayLayout layout{
      .capability = array.capability, .index = unit, .components = array.own_components, .type = array.own_type};
  void* offset = nullptr;
  gl.GetIntegerv(array.buffer, &layout.buffer);
  if (array.components != 0) gl.GetIntegerv(array.components, &layout.components);
  if (array.type != 0) gl.GetIntegerv(array.type, &layout.type);
  gl.GetIntegerv(array.stride, &layout.stride);
  gl.GetPointerv(array.pointer, &offset);
  layout.offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(offset));
  if (layout.stride == 0) layout.stride = static_cast<GLint>(element_bytes(layout));
  take(layout);
}

// glVertexAttribPointer sets a binding, too. Its stride is the real one.
void ask_binding(const GladGLContext& gl, ArrayLayout& layout) {
  GLint binding = static_cast<GLint>(layout.index), relative = 0;
  GLint64 offset = 0, stride = 0;
  gl.GetVertexAttribiv(layout.index, GL_VERTEX_ATTRIB_BINDING, &binding);
  gl.GetVertexAttribiv(layout.index, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, &relative);
  gl.GetInteger64i_v(GL_VERTEX_BINDING_OFFSET, static_cast<GLuint>(binding), &offset);
  gl.GetInteger64i_v(GL_VERTEX_BINDING_STRIDE, static_cast<GLuint>(binding), &stride);
  layout.stride = static_cast<GLint>(stride);
  layout.offset = offset + relative;
}

void take_attribute(const GladGLContext& gl, GLuint index, const Take& take) {
  GLint enabled = 0;
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
  if (enabled == 0) return;
  ArrayLayout layout{.index = index};
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_SIZE, &layout.components);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_TYPE, &layout.type);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &layout.buffer);
  if (gl.BindVertexBuffer != nullptr && gl.GetInteger64i_v != nullptr) {
    ask_binding(gl, layout);
  } else {
    void* offset = nullptr;
    gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &layout.stride);
    gl.GetVertexAttribPointerv(index, GL_VERTEX_ATTRIB_ARRAY_POINTER, &offset);
    layout.offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(offset));
    if (layout.stride == 0) layout.stride = static_cast<GLint>(element_bytes(layout));
  }
  take(layout);
}

}  // namespace

std::int64_t element_bytes(const ArrayLayout& layout) {
  switch (layout.type) {
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_10F_11F_11F_REV: return 4;
    default:
      // GL_BGRA stands for four components.
      const std::int64_t components = layout.components >= 1 && layout.components <= 4 ? layout.components : 4;
      const std::uint32_t bytes = scalar_bytes(static_cast<std::uint32_t>(layout.type));
      return components * (bytes != 0 ? bytes : 8);
  }
}

void for_each_attribute(const GladGLContext& gl, const Take& take) {
  const GLint attributes = integer(gl, GL_MAX_VERTEX_ATTRIBS);
  for (GLint i = 0; i < attributes; ++i) take_attribute(gl, static_cast<GLuint>(i), take);
}

void for_each_array(Dispatcher& d, const Take& take) {
  const GladGLContext& gl = *d.gl;
  for (const FixedLayout& array : kFixedLayouts) take_fixed(gl, array, 0, take);
  const GLint before = integer(gl, GL_CLIENT_ACTIVE_TEXTURE), units = integer(gl, GL_MAX_TEXTURE_COORDS);
  for (GLint unit = 0; unit < units; ++unit) {
    gl.ClientActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    take_fixed(gl, kTextureLayout, static_cast<GLuint>(unit), take);
  }
  gl.ClientActiveTexture(static_cast<GLenum>(before));
  if (gl.GetVertexAttribiv != nullptr) for_each_attribute(gl, take);
}

}  // namespace replay
