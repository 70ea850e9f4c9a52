#include "replay/dispatch/array_reach.h"

#include <glad/gl.h>

#include <algorithm>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/pixel_size.h"

namespace replay {
namespace {

// Where the elements of an array are, according to the driver.
struct Layout {
  GLint buffer = 0, components = 4, type = GL_FLOAT, stride = 0;
  std::int64_t offset = 0;
};

struct FixedArray {
  GLenum capability, buffer, components, type, stride, pointer;  // 0 when GL has no such query
  // The components and type of arrays that have no query for them, because GL allows nothing else.
  GLint own_components = 1, own_type = GL_FLOAT;
};

constexpr FixedArray kFixedArrays[] = {
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
constexpr FixedArray kTextureArray = {GL_TEXTURE_COORD_ARRAY,        GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
                                      GL_TEXTURE_COORD_ARRAY_SIZE,   GL_TEXTURE_COORD_ARRAY_TYPE,
                                      GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_POINTER};

std::int64_t element_bytes(const Layout& layout) {
  switch (layout.type) {
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_10F_11F_11F_REV: return 4;
    default:
      // GL_BGRA stands for four components. An unknown type counts as the widest one.
      const std::int64_t components = layout.components >= 1 && layout.components <= 4 ? layout.components : 4;
      const std::uint32_t bytes = scalar_bytes(static_cast<std::uint32_t>(layout.type));
      return components * (bytes != 0 ? bytes : 8);
  }
}

class Reach {
 public:
  explicit Reach(Dispatcher& d) : gl_(*d.gl) { gl_.GetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound_before_); }
  ~Reach() { gl_.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(bound_before_)); }
  Reach(const Reach&) = delete;
  Reach& operator=(const Reach&) = delete;

  void add_fixed(const FixedArray& array) {
    if (!gl_.IsEnabled(array.capability)) return;
    Layout layout{.components = array.own_components, .type = array.own_type};
    void* offset = nullptr;
    gl_.GetIntegerv(array.buffer, &layout.buffer);
    if (array.components != 0) gl_.GetIntegerv(array.components, &layout.components);
    if (array.type != 0) gl_.GetIntegerv(array.type, &layout.type);
    gl_.GetIntegerv(array.stride, &layout.stride);
    gl_.GetPointerv(array.pointer, &offset);
    layout.offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(offset));
    if (layout.stride == 0) layout.stride = static_cast<GLint>(element_bytes(layout));
    add(layout);
  }

  void add_attribute(GLuint index) {
    GLint enabled = 0;
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
    if (enabled == 0) return;
    Layout layout;
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_SIZE, &layout.components);
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_TYPE, &layout.type);
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &layout.buffer);
    if (gl_.BindVertexBuffer != nullptr && gl_.GetInteger64i_v != nullptr) {
      add_binding(index, layout);
    } else {
      void* offset = nullptr;
      gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &layout.stride);
      gl_.GetVertexAttribPointerv(index, GL_VERTEX_ATTRIB_ARRAY_POINTER, &offset);
      layout.offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(offset));
      if (layout.stride == 0) layout.stride = static_cast<GLint>(element_bytes(layout));
    }
    add(layout);
  }

  std::int64_t last() const { return last_; }

 private:
  // glVertexAttribPointer sets a binding, too. Its stride is the real one.
  void add_binding(GLuint index, Layout& layout) {
    GLint binding = static_cast<GLint>(index), relative = 0;
    GLint64 offset = 0, stride = 0;
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_BINDING, &binding);
    gl_.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, &relative);
    gl_.GetInteger64i_v(GL_VERTEX_BINDING_OFFSET, static_cast<GLuint>(binding), &offset);
    gl_.GetInteger64i_v(GL_VERTEX_BINDING_STRIDE, static_cast<GLuint>(binding), &stride);
    layout.stride = static_cast<GLint>(stride);
    layout.offset = offset + relative;
  }

  void add(const Layout& layout) {
    GLint size = 0;
    if (layout.buffer != 0) {
      gl_.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(layout.buffer));
      gl_.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    }
    const std::int64_t space = size - element_bytes(layout);
    if (layout.offset < 0 || layout.offset > space) last_ = -1;
    else if (layout.stride > 0) last_ = std::min(last_, (space - layout.offset) / layout.stride);
  }

  const GladGLContext& gl_;
  GLint bound_before_ = 0;
  std::int64_t last_ = kNoIndex - 1;
};

}  // namespace

std::int64_t last_index(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  Reach reach(d);
  for (const FixedArray& array : kFixedArrays) reach.add_fixed(array);
  const GLint before = integer(gl, GL_CLIENT_ACTIVE_TEXTURE), units = integer(gl, GL_MAX_TEXTURE_COORDS);
  for (GLint unit = 0; unit < units; ++unit) {
    gl.ClientActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    reach.add_fixed(kTextureArray);
  }
  gl.ClientActiveTexture(static_cast<GLenum>(before));
  if (gl.GetVertexAttribiv != nullptr) {
    const GLint attributes = integer(gl, GL_MAX_VERTEX_ATTRIBS);
    for (GLint i = 0; i < attributes; ++i) reach.add_attribute(static_cast<GLuint>(i));
  }
  return reach.last();
}

}  // namespace replay
