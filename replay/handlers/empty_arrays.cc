#include "replay/handlers/empty_arrays.h"

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// An array of the fixed functions: how it is enabled, what tells its buffer, and what sets it.
struct FixedArray {
  GLenum capability, buffer_binding;
  void (*set)(const GladGLContext& gl);
};

constexpr FixedArray kFixedArrays[] = {
    {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING, [](const GladGLContext& gl) { gl.VertexPointer(4, GL_FLOAT, 0, nullptr); }},
    {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING, [](const GladGLContext& gl) { gl.NormalPointer(GL_FLOAT, 0, nullptr); }},
    {GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING, [](const GladGLContext& gl) { gl.ColorPointer(4, GL_FLOAT, 0, nullptr); }},
    {GL_INDEX_ARRAY, GL_INDEX_ARRAY_BUFFER_BINDING, [](const GladGLContext& gl) { gl.IndexPointer(GL_FLOAT, 0, nullptr); }},
    {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.TexCoordPointer(4, GL_FLOAT, 0, nullptr); }},
    {GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, [](const GladGLContext& gl) { gl.EdgeFlagPointer(0, nullptr); }},
    {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.SecondaryColorPointer(3, GL_FLOAT, 0, nullptr); }},
    {GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.FogCoordPointer(GL_FLOAT, 0, nullptr); }},
};

// ES 1 has the arrays of desktop GL but for three.
bool has_array(const RecordedContext& context, const FixedArray& array) {
  if (context.request.api == Api::kGles1) {
    return array.capability >= GL_VERTEX_ARRAY && array.capability <= GL_TEXTURE_COORD_ARRAY &&
           array.capability != GL_INDEX_ARRAY;
  }
  return true;
}

bool has_fixed_functions(const Dispatcher& d) {
  const RecordedContext& context = *d.context;
  return d.gl->VertexPointer != nullptr && d.gl->EnableClientState != nullptr && context.request.api != Api::kGles2 &&
         context.request.profile != Profile::kCore;
}

GLint integer(const GladGLContext& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return value;
}

// The buffer of zeros is bound to GL_ARRAY_BUFFER while it lives.
class Zeros {
 public:
  explicit Zeros(Dispatcher& d) : gl_(*d.gl), before_(static_cast<GLuint>(integer(gl_, GL_ARRAY_BUFFER_BINDING))) {
    GLuint& buffer = d.context->zeros;
    const bool is_new = buffer == 0;
    if (is_new) gl_.GenBuffers(1, &buffer);
    gl_.BindBuffer(GL_ARRAY_BUFFER, buffer);
    static constexpr char kZeros[4096] = {};
    if (is_new) gl_.BufferData(GL_ARRAY_BUFFER, sizeof kZeros, kZeros, GL_STATIC_DRAW);
  }
  ~Zeros() { gl_.BindBuffer(GL_ARRAY_BUFFER, before_); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;

 private:
  const GladGLContext& gl_;
  GLuint before_;
};

bool has_buffers(const Dispatcher& d) {
  return d.gl->GenBuffers != nullptr && d.gl->BindBuffer != nullptr && d.gl->BufferData != nullptr &&
         d.gl->GetIntegerv != nullptr;
}

void fill_fixed(Dispatcher& d, const FixedArray& array) {
  if (!has_array(*d.context, array) || !d.gl->IsEnabled(array.capability) || integer(*d.gl, array.buffer_binding) != 0) return;
  const Zeros zeros(d);
  array.set(*d.gl);
  if (array.capability == GL_VERTEX_ARRAY) d.context->position_is_lost = true;
}

void fill_attribute(Dispatcher& d, GLuint index) {
  const GladGLContext& gl = *d.gl;
  GLint enabled = 0, buffer = 0;
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
  if (enabled == 0 || buffer != 0) return;
  if (index == 0) d.context->position_is_lost = true;
  const Zeros zeros(d);
  // ES has it for vertex array objects only, which is also where the format can have been set on its own.
  const bool has_bindings = gl.BindVertexBuffer != nullptr && (d.context->vertex_array != 0 || d.context->request.api == Api::kGl);
  if (!has_bindings) return gl.VertexAttribPointer(index, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  // Leaves the format alone, which may have been set already.
  GLint binding = static_cast<GLint>(index);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_BINDING, &binding);
  constexpr GLsizei kStride = 16;
  gl.BindVertexBuffer(static_cast<GLuint>(binding), d.context->zeros, 0, kStride);
}

// A core profile has no arrays outside of a vertex array object.
bool has_attributes(const Dispatcher& d) {
  if (d.gl->GetVertexAttribiv == nullptr || d.gl->VertexAttribPointer == nullptr) return false;
  return d.context->request.profile != Profile::kCore || d.context->vertex_array != 0;
}

}  // namespace

void fill_empty_arrays(Dispatcher& d) {
  if (!has_buffers(d)) return;
  if (has_fixed_functions(d)) {
    for (const FixedArray& array : kFixedArrays) fill_fixed(d, array);
  }
  if (!has_attributes(d)) return;
  const GLint attributes = integer(*d.gl, GL_MAX_VERTEX_ATTRIBS);
  for (GLint i = 0; i < attributes; ++i) fill_attribute(d, static_cast<GLuint>(i));
}

void enable_client_state(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EnableClientState);
  if (function == nullptr) return;
  function(u32(call, 0));
  if (!has_buffers(d) || !has_fixed_functions(d)) return;
  for (const FixedArray& array : kFixedArrays) {
    if (array.capability == u32(call, 0)) fill_fixed(d, array);
  }
}

void enable_vertex_attrib_array(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EnableVertexAttribArray);
  if (function == nullptr) return;
  function(u32(call, 0));
  if (!has_buffers(d) || !has_attributes(d)) return;
  if (u32(call, 0) < static_cast<std::uint32_t>(integer(*d.gl, GL_MAX_VERTEX_ATTRIBS))) fill_attribute(d, u32(call, 0));
}

void array_element(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ArrayElement);
  if (function == nullptr) return;
  if (d.context->position_is_lost) return d.skip(call, Skip::kNoData);
  function(i32(call, 0));
}

}  // namespace replay::handlers
