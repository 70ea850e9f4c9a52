#include "replay/dispatch/arrays_without_storage.h"

#include <glad/gl.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "replay/dispatch/asked.h"

namespace replay {
namespace {

// An array of the fixed functions: how it is enabled, which query returns its buffer, and which function sets it. Its
// index in the table is its bit in VertexArrayState.
struct FixedArray {
  GLenum capability, buffer_binding;
  void (*set)(const GladGLContext& gl);
};

constexpr FixedArray kFixedArrays[] = {
    {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.VertexPointer(4, GL_FLOAT, 0, nullptr); }},
    {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.NormalPointer(GL_FLOAT, 0, nullptr); }},
    {GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.ColorPointer(4, GL_FLOAT, 0, nullptr); }},
    {GL_INDEX_ARRAY, GL_INDEX_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.IndexPointer(GL_FLOAT, 0, nullptr); }},
    {GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.EdgeFlagPointer(0, nullptr); }},
    {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.SecondaryColorPointer(3, GL_FLOAT, 0, nullptr); }},
    {GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.FogCoordPointer(GL_FLOAT, 0, nullptr); }},
    {GL_POINT_SIZE_ARRAY_OES, GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES,
     [](const GladGLContext& gl) { gl.PointSizePointerOES(GL_FLOAT, 0, nullptr); }},
    // There is one such array for each texture unit, so it has to be the last entry.
    {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
     [](const GladGLContext& gl) { gl.TexCoordPointer(4, GL_FLOAT, 0, nullptr); }},
};
constexpr unsigned kTextureArray = std::size(kFixedArrays) - 1;
constexpr unsigned kMaxUnits = 64 - VertexArrayState::kFixed - kTextureArray;

constexpr std::uint64_t bit(unsigned index) { return std::uint64_t{1} << index; }
constexpr std::uint64_t fixed_bit(unsigned index) { return bit(VertexArrayState::kFixed + index); }

// ES 1 has all arrays of desktop GL except three, and one that desktop GL lacks.
bool has_array(const Dispatcher& d, const FixedArray& array) {
  const bool is_es = d.context->request.api == Api::kGles1;
  if (array.capability == GL_POINT_SIZE_ARRAY_OES) return is_es && d.gl->PointSizePointerOES != nullptr;
  return !is_es || (array.capability >= GL_VERTEX_ARRAY && array.capability <= GL_TEXTURE_COORD_ARRAY &&
                    array.capability != GL_INDEX_ARRAY);
}

bool has_fixed_functions(const Dispatcher& d) {
  const RecordedContext& context = *d.context;
  return d.gl->VertexPointer != nullptr && d.gl->EnableClientState != nullptr && context.request.api != Api::kGles2 &&
         !context.is_core();
}

// Binds the buffer of zeros to GL_ARRAY_BUFFER while it exists.
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

// Returns whether an enabled array has data in `buffer`. If its data was not recorded, the call that set it counts as
// skipped.
bool has_data(Dispatcher& d, GLint buffer) {
  const auto lost = d.context->lost_arrays.find(static_cast<std::uint32_t>(buffer));
  if (buffer == 0 || lost == d.context->lost_arrays.end()) return buffer != 0;
  if (!std::exchange(lost->second.was_drawn, true)) d.skip(lost->second.call, Skip::kNoData);
  return false;
}

// The following functions return whether the array is enabled. If so, it has storage afterwards.
bool fill_fixed(Dispatcher& d, const FixedArray& array) {
  if (!has_array(d, array) || !d.gl->IsEnabled(array.capability)) return false;
  if (has_data(d, integer(*d.gl, array.buffer_binding))) return true;
  const Zeros zeros(d);
  array.set(*d.gl);
  if (array.capability == GL_VERTEX_ARRAY) d.context->position_is_lost = true;
  return true;
}

bool fill_attribute(Dispatcher& d, GLuint index) {
  const GladGLContext& gl = *d.gl;
  GLint enabled = 0, buffer = 0;
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
  if (enabled == 0) return false;
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
  if (has_data(d, buffer)) return true;
  if (index == 0) d.context->position_is_lost = true;
  const Zeros zeros(d);
  // ES has bindings in vertex array objects only. Only there can the format have been set separately.
  const bool has_bindings =
      gl.BindVertexBuffer != nullptr && (d.context->vertex_array != 0 || d.context->request.api == Api::kGl);
  if (!has_bindings) {
    gl.VertexAttribPointer(index, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    return true;
  }
  // The format may have been set already, so it is not changed.
  GLint binding = static_cast<GLint>(index);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_BINDING, &binding);
  constexpr GLsizei kStride = 16;
  gl.BindVertexBuffer(static_cast<GLuint>(binding), d.context->zeros, 0, kStride);
  return true;
}

std::uint64_t fill_all_fixed(Dispatcher& d) {
  std::uint64_t enabled = 0;
  for (unsigned i = 0; i < kTextureArray; ++i) {
    if (fill_fixed(d, kFixedArrays[i])) enabled |= fixed_bit(i);
  }
  const GLint before = integer(*d.gl, GL_CLIENT_ACTIVE_TEXTURE);
  // GL_MAX_TEXTURE_COORDS came with shaders. In ES 1 all units belong to the fixed functions.
  const bool has_coords = d.context->request.api == Api::kGl && d.gl->GetVertexAttribiv != nullptr;
  const auto units = static_cast<unsigned>(integer(*d.gl, has_coords ? GL_MAX_TEXTURE_COORDS : GL_MAX_TEXTURE_UNITS));
  for (unsigned unit = 0; unit < std::min(units, kMaxUnits); ++unit) {
    d.gl->ClientActiveTexture(GL_TEXTURE0 + unit);
    if (fill_fixed(d, kFixedArrays[kTextureArray])) enabled |= fixed_bit(kTextureArray + unit);
  }
  d.gl->ClientActiveTexture(static_cast<GLenum>(before));
  return enabled;
}

// A core profile has no arrays outside a vertex array object, but some drivers have them, so all drivers are asked.
bool has_attributes(const Dispatcher& d) {
  return d.gl->GetVertexAttribiv != nullptr && d.gl->VertexAttribPointer != nullptr;
}

}  // namespace

void fill_empty_arrays(Dispatcher& d) {
  // Inside glBegin the driver cannot be asked, and it refuses the draw there anyway.
  if (!has_buffers(d) || is_inside_begin(d)) return;
  const GlErrors::Asking asking(d.errors);
  std::uint64_t enabled = 0;
  if (has_fixed_functions(d) && d.gl->ClientActiveTexture != nullptr) enabled |= fill_all_fixed(d);
  const GLint attributes = has_attributes(d) ? integer(*d.gl, GL_MAX_VERTEX_ATTRIBS) : 0;
  for (GLint i = 0; i < attributes; ++i) {
    // There may be more attributes than bits. The changes of these are not tracked, but they are checked as often.
    if (fill_attribute(d, static_cast<GLuint>(i)) && i < static_cast<GLint>(VertexArrayState::kFixed)) {
      enabled |= bit(static_cast<unsigned>(i));
    }
  }
  d.context->arrays->enabled = d.context->arrays->stored = enabled;
}

void note_enabled_client_array(RecordedContext& context, std::uint32_t capability) {
  context.last_element.reset();
  for (unsigned i = 0; i < std::size(kFixedArrays); ++i) {
    if (kFixedArrays[i].capability != capability) continue;
    const unsigned unit = i == kTextureArray ? context.client_texture : 0;
    context.arrays->enabled |= unit < kMaxUnits ? fixed_bit(i + unit) : 0;
    return;
  }
  context.arrays->suspect();
}

void note_enabled_attribute(RecordedContext& context, std::uint32_t index) {
  context.last_element.reset();
  if (index < VertexArrayState::kFixed) context.arrays->enabled |= bit(index);
}

}  // namespace replay
