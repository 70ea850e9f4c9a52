#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

bool get(std::uint32_t name, std::int64_t& value) {
  if (refused()) return false;
  if (const std::int32_t* parameter = store_parameter(name)) return value = *parameter, true;
  for (const Target& target : kTargets) {
    if (target.query == name && has_target(target.name)) return value = state.bound[target.name].first, true;
  }
  const auto fixed = [&](int index, auto member) {
    return index < 0 ? false : (value = static_cast<std::int64_t>(member(arrays().arrays[index])), true);
  };
  const auto name_of = [](const Array& a) { return a.buffer ? a.buffer_name : 0; };
  switch (name) {
    case GL_ELEMENT_ARRAY_BUFFER_BINDING: return value = arrays().element_name, true;
    case GL_VERTEX_ARRAY_BINDING: return state.kind == Kind::kEs1 ? false : (value = state.vertex_array, true);
    case GL_LIST_INDEX:
    case GL_LIST_MODE: return value = state.list, true;
    case GL_CURRENT_PROGRAM: return value = state.program, true;
    case GL_PROGRAM_PIPELINE_BINDING: return value = state.pipeline, true;
    case GL_FRAMEBUFFER_BINDING: return value = state.draw_framebuffer, true;
    case GL_READ_FRAMEBUFFER_BINDING: return value = state.read_framebuffer, true;
    case GL_CONTEXT_PROFILE_MASK:
      return value = state.kind == Kind::kCore ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT,
             true;
    case GL_NUM_EXTENSIONS: return value = 1, true;  // the loader of tables takes none for a failure
    case GL_RED_BITS:
    case GL_GREEN_BITS:
    case GL_BLUE_BITS:
    case GL_ALPHA_BITS: return value = 8, true;
    case GL_RENDER_MODE: return value = state.render_mode, true;
    case GL_CLIENT_ACTIVE_TEXTURE: return value = GL_TEXTURE0 + state.unit, true;
    case GL_MAX_VERTEX_ATTRIBS: return value = kAttributes, true;
    case GL_MAX_TEXTURE_COORDS:
    case GL_MAX_TEXTURE_UNITS: return value = kUnits, true;
    case GL_VERTEX_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_VERTEX_ARRAY), name_of);
    case GL_NORMAL_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_NORMAL_ARRAY), name_of);
    case GL_COLOR_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_COLOR_ARRAY), name_of);
    case GL_INDEX_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_INDEX_ARRAY), name_of);
    case GL_EDGE_FLAG_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_EDGE_FLAG_ARRAY), name_of);
    case GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_SECONDARY_COLOR_ARRAY), name_of);
    case GL_FOG_COORD_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_FOG_COORD_ARRAY), name_of);
    case GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_TEXTURE_COORD_ARRAY), name_of);
    default: break;
  }
  struct FixedQueries {
    std::uint32_t capability, size, type, stride;
  };
  constexpr FixedQueries kQueries[] = {
      {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE},
      {GL_NORMAL_ARRAY, 0, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE},
      {GL_COLOR_ARRAY, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE},
      {GL_INDEX_ARRAY, 0, GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE},
      {GL_EDGE_FLAG_ARRAY, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE},
      {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE,
       GL_SECONDARY_COLOR_ARRAY_STRIDE},
      {GL_FOG_COORD_ARRAY, 0, GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE},
      {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_SIZE, GL_TEXTURE_COORD_ARRAY_TYPE,
       GL_TEXTURE_COORD_ARRAY_STRIDE}};
  for (const FixedQueries& query : kQueries) {
    const int index = fixed_index(query.capability);
    if (name == 0 || index < 0) continue;
    const Array& array = arrays().arrays[index];
    if (name == query.size) return value = array.components, true;
    if (name == query.type) return value = array.type, true;
    if (name == query.stride) return value = array.stride, true;
  }
  return value = 0, true;
}

template <class T>
void get_into(std::uint32_t name, T* values) {
  std::int64_t value = 0;
  if (!get(name, value)) return;
  write_bytes(values, sizeof(T));
  *values = static_cast<T>(value);
}

void get_attribute(std::uint32_t index, std::uint32_t name, GLint* value) {
  if (refused() || index >= kAttributes) return;
  const Array& array = arrays().arrays[index];
  switch (name) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED: *value = array.enabled; return;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
      *value = array.buffer ? static_cast<GLint>(array.buffer_name) : 0;
      return;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE: *value = array.components; return;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE: *value = static_cast<GLint>(array.type); return;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE: *value = static_cast<GLint>(array.stride); return;
    case GL_VERTEX_ATTRIB_BINDING: *value = static_cast<GLint>(index); return;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: *value = 0; return;
    default: return;
  }
}

}  // namespace

void set_queries(GladGLContext& t) {
  t.GetString = [](GLenum name) -> const GLubyte* {
    const char* version = state.kind == Kind::kEs1   ? "OpenGL ES-CM 1.1"
                          : state.kind == Kind::kEs2 ? "OpenGL ES 3.2"
                                                     : "4.6 fake";
    const char* kind = state.kind == Kind::kCore ? "core" : "fake";
    return reinterpret_cast<const GLubyte*>(name == GL_VERSION ? version : name == GL_EXTENSIONS ? "" : kind);
  };
  t.GetStringi = [](GLenum, GLuint) { return reinterpret_cast<const GLubyte*>("GL_FAKE_fake"); };
  t.GetError = [] { return GLenum{GL_NO_ERROR}; };
  t.GetGraphicsResetStatus = [] { return GLenum{GL_NO_ERROR}; };
  t.GetIntegerv = [](GLenum name, GLint* v) { get_into(name, v); };
  t.GetInteger64v = [](GLenum name, GLint64* v) { get_into(name, v); };
  t.GetFloatv = [](GLenum name, GLfloat* v) { get_into(name, v); };
  t.GetBooleanv = [](GLenum, GLboolean* v) { write_bytes(v, 1); };
  t.IsEnabled = [](GLenum capability) {
    const int index = fixed_index(capability);
    return static_cast<GLboolean>(!refused() && index >= 0 && arrays().arrays[index].enabled);
  };
  t.GetPointerv = [](GLenum name, void** v) {
    if (refused()) return;
    if (name == GL_FEEDBACK_BUFFER_POINTER) *v = state.feedback;
    if (name == GL_SELECTION_BUFFER_POINTER) *v = state.selection;
    constexpr std::pair<GLenum, GLenum> kPointers[] = {{GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY},
                                                       {GL_NORMAL_ARRAY_POINTER, GL_NORMAL_ARRAY},
                                                       {GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY},
                                                       {GL_INDEX_ARRAY_POINTER, GL_INDEX_ARRAY},
                                                       {GL_EDGE_FLAG_ARRAY_POINTER, GL_EDGE_FLAG_ARRAY},
                                                       {GL_FOG_COORD_ARRAY_POINTER, GL_FOG_COORD_ARRAY},
                                                       {GL_SECONDARY_COLOR_ARRAY_POINTER, GL_SECONDARY_COLOR_ARRAY},
                                                       {GL_TEXTURE_COORD_ARRAY_POINTER, GL_TEXTURE_COORD_ARRAY}};
    for (const auto& [query, capability] : kPointers) {
      const int index = fixed_index(capability);
      if (query == name && index >= 0) *v = reinterpret_cast<void*>(arrays().arrays[index].pointer);
    }
  };
  t.GetVertexAttribiv = [](GLuint i, GLenum name, GLint* v) { get_attribute(i, name, v); };
  t.GetVertexAttribPointerv = [](GLuint i, GLenum, void** v) {
    if (!refused() && i < kAttributes) *v = reinterpret_cast<void*>(arrays().arrays[i].pointer);
  };
  t.GetInteger64i_v = [](GLenum name, GLuint i, GLint64* v) {
    if (refused() || i >= kAttributes) return;
    const Array& array = arrays().arrays[i];
    if (name == GL_VERTEX_BINDING_OFFSET) *v = static_cast<GLint64>(array.pointer);
    if (name == GL_VERTEX_BINDING_STRIDE) *v = array.stride != 0 ? array.stride : array.element();
  };
}

}  // namespace replay::fake
