// A driver that gives other numbers than the one below it, for tests of recordings that come from another driver. It
// stands in for libEGL (SDL_VIDEO_EGL_DRIVER=this file), hands everything to the real one, and numbers anew what GL
// leaves to drivers:
//
//   locations of uniforms, unless the shader declares them: in the opposite order, so that the elements of an array
//   stand backwards, behind a gap that is another after each link. A number that was never given is refused as one
//   indices of uniforms, blocks, storage blocks, buffers of counters, subroutines and all else that is active;
//   locations of subroutine uniforms: in the opposite order locations of attributes, and of outputs where there are
//   several, unless the program or the shader chose them: in the opposite order behind a gap
//
// Shaders are taken at their text: a declaration that a macro makes is not seen.
#include <dlfcn.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Proc = void (*)();
using Context = void*;

Proc real_address(const char* name) {
  static const auto function = reinterpret_cast<Proc (*)(const char*)>(::dlsym(RTLD_NEXT, "eglGetProcAddress"));
  return function(name);
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(real_address(name));
}

// A function of the real driver: REAL(GetProgramiv, GETPROGRAMIV)(program, ...).
#define REAL(name, type) real<PFNGL##type##PROC>("gl" #name)

std::map<Context, Context> groups;  // the first context of those that share objects

Context group() {
  static const auto current = reinterpret_cast<Context (*)()>(::dlsym(RTLD_NEXT, "eglGetCurrentContext"));
  return groups[current()];
}

struct Program {
  int links = 0;
  std::set<std::string> chosen;             // attributes and outputs that the program bound
  std::set<std::string> declared;           // names with a location of their own
  std::map<GLint, GLint> shown, locations;  // of uniforms: real -> ours, and back
  bool is_known = false;
  bool declares_subroutines = false;  // their numbers
};

Program& program_of(GLuint name) {
  static std::map<std::pair<Context, GLuint>, Program> programs;
  return programs[{group(), name}];
}

struct Stage {
  GLenum shader, subroutine, subroutine_uniform;
};

constexpr Stage kStages[] = {
    {GL_VERTEX_SHADER, GL_VERTEX_SUBROUTINE, GL_VERTEX_SUBROUTINE_UNIFORM},
    {GL_TESS_CONTROL_SHADER, GL_TESS_CONTROL_SUBROUTINE, GL_TESS_CONTROL_SUBROUTINE_UNIFORM},
    {GL_TESS_EVALUATION_SHADER, GL_TESS_EVALUATION_SUBROUTINE, GL_TESS_EVALUATION_SUBROUTINE_UNIFORM},
    {GL_GEOMETRY_SHADER, GL_GEOMETRY_SUBROUTINE, GL_GEOMETRY_SUBROUTINE_UNIFORM},
    {GL_FRAGMENT_SHADER, GL_FRAGMENT_SUBROUTINE, GL_FRAGMENT_SUBROUTINE_UNIFORM},
    {GL_COMPUTE_SHADER, GL_COMPUTE_SUBROUTINE, GL_COMPUTE_SUBROUTINE_UNIFORM},
};

const Stage& stage_of(GLenum Stage::*member, GLenum value) {
  static constexpr Stage kNoStage{};
  const auto* found =
      std::find_if(std::begin(kStages), std::end(kStages), [&](const Stage& s) { return s.*member == value; });
  return found == std::end(kStages) ? kNoStage : *found;
}

GLint program_integer(GLuint program, GLenum name) {
  GLint value = 0;
  REAL(GetProgramiv, GETPROGRAMIV)(program, name, &value);
  return value;
}

GLint active(GLuint program, GLenum interface) {
  if (interface == GL_UNIFORM) return program_integer(program, GL_ACTIVE_UNIFORMS);
  if (interface == GL_UNIFORM_BLOCK) return program_integer(program, GL_ACTIVE_UNIFORM_BLOCKS);
  GLint count = 0;
  REAL(GetProgramInterfaceiv, GETPROGRAMINTERFACEIV)(program, interface, GL_ACTIVE_RESOURCES, &count);
  return count;
}

GLuint opposite(GLint count, GLuint index) {
  return index < static_cast<GLuint>(count) ? static_cast<GLuint>(count) - 1 - index : index;
}

// Both ways.
GLuint flipped(GLuint program, GLenum interface, GLuint index) {
  const bool is_subroutine =
      std::any_of(std::begin(kStages), std::end(kStages), [&](const Stage& s) { return s.subroutine == interface; });
  if (is_subroutine && program_of(program).declares_subroutines) return index;
  return opposite(active(program, interface), index);
}

// -- links
// ---------------------------------------------------------------------------------------------------------------------

void read_source(Program& known, const std::string& source) {
  static const std::regex location(R"(layout\s*\([^)]*location\s*=[^)]*\)\s*(?:\w+\s+)*(\w+)\s*[\[;=])");
  static const std::regex subroutine(R"(layout\s*\([^)]*index\s*=|layout\s*\([^)]*location\s*=[^)]*\)\s*subroutine)");
  for (std::sregex_iterator found(source.begin(), source.end(), location), end; found != end; ++found)
    known.declared.insert((*found)[1]);
  known.declares_subroutines |= std::regex_search(source, subroutine);
}

void read_sources(Program& known, GLuint program) {
  GLuint shaders[16] = {};
  GLsizei count = 0;
  REAL(GetAttachedShaders, GETATTACHEDSHADERS)(program, 16, &count, shaders);
  for (GLsizei i = 0; i < count; ++i) {
    std::string source(1 << 20, '\0');
    GLsizei length = 0;
    REAL(GetShaderSource, GETSHADERSOURCE)(shaders[i], static_cast<GLsizei>(source.size()), &length, source.data());
    source.resize(static_cast<std::size_t>(length));
    read_source(known, source);
  }
}

std::string base_of(const std::string& name) { return name.substr(0, name.find_first_of(".[")); }

bool is_free(const Program& known, const std::string& name) {
  return !name.starts_with("gl_") && !known.declared.contains(base_of(name)) && !known.chosen.contains(base_of(name));
}

int columns(GLenum type) {
  switch (type) {
    case GL_FLOAT_MAT2: return 2;
    case GL_FLOAT_MAT3: return 3;
    case GL_FLOAT_MAT4: return 4;
    default: return 1;
  }
}

// Attributes that nobody chose a location for. True when the program is to be linked again.
bool move_attributes(GLuint program, const Program& known) {
  std::map<GLint, std::pair<std::string, int>> found;
  GLint end = 1;
  for (GLint i = 0; i < program_integer(program, GL_ACTIVE_ATTRIBUTES); ++i) {
    char name[256] = "";
    GLint size = 0;
    GLenum type = 0;
    REAL(GetActiveAttrib, GETACTIVEATTRIB)(program, static_cast<GLuint>(i), sizeof name, nullptr, &size, &type, name);
    const GLint location = REAL(GetAttribLocation, GETATTRIBLOCATION)(program, name);
    if (location < 0) continue;
    end = std::max(end, location + columns(type) * size + 1);
    if (is_free(known, name)) found[location] = {base_of(name), columns(type) * size};
  }
  // Where some are chosen there may be no room for a gap.
  if (end > 16 || !known.chosen.empty() || !known.declared.empty()) return false;
  for (const auto& [location, attribute] : found) {
    end -= attribute.second;
    REAL(BindAttribLocation, BINDATTRIBLOCATION)(program, static_cast<GLuint>(end), attribute.first.c_str());
  }
  return !found.empty();
}

bool move_outputs(GLuint program, const Program& known) {
  if (real_address("glGetProgramInterfaceiv") == nullptr || REAL(BindFragDataLocation, BINDFRAGDATALOCATION) == nullptr)
    return false;
  std::map<GLint, std::string> found;
  for (GLint i = 0; i < active(program, GL_PROGRAM_OUTPUT); ++i) {
    char name[256] = "";
    REAL(GetProgramResourceName, GETPROGRAMRESOURCENAME)
    (program, GL_PROGRAM_OUTPUT, static_cast<GLuint>(i), sizeof name, nullptr, name);
    const GLint location = REAL(GetFragDataLocation, GETFRAGDATALOCATION)(program, name);
    if (location >= 0 && is_free(known, name)) found[location] = base_of(name);
  }
  if (found.size() < 2) return false;
  auto location = static_cast<GLuint>(found.size());
  for (const auto& [real_location, name] : found)
    REAL(BindFragDataLocation, BINDFRAGDATALOCATION)(program, location--, name.c_str());
  return true;
}

Program& begin_link(GLuint program) {
  Program& known = program_of(program);
  ++known.links;
  known.is_known = known.declares_subroutines = false;
  known.declared.clear();
  return known;
}

GLuint create_shader_programv(GLenum type, GLsizei count, const GLchar* const* strings) {
  const GLuint program = REAL(CreateShaderProgramv, CREATESHADERPROGRAMV)(type, count, strings);
  Program& known = begin_link(program);
  for (GLsizei i = 0; i < count; ++i) read_source(known, strings[i]);
  return program;
}

void link_program(GLuint program) {
  const auto link = REAL(LinkProgram, LINKPROGRAM);
  link(program);
  Program& known = begin_link(program);
  read_sources(known, program);
  if (program_integer(program, GL_LINK_STATUS) == 0) return;
  const bool attributes = move_attributes(program, known), outputs = move_outputs(program, known);
  if (attributes || outputs) link(program);
}

void bind_attrib_location(GLuint program, GLuint index, const GLchar* name) {
  program_of(program).chosen.insert(name);
  REAL(BindAttribLocation, BINDATTRIBLOCATION)(program, index, name);
}

void bind_frag_data_location(GLuint program, GLuint index, const GLchar* name) {
  program_of(program).chosen.insert(name);
  REAL(BindFragDataLocation, BINDFRAGDATALOCATION)(program, index, name);
}

// -- locations of uniforms
// -----------------------------------------------------------------------------------------------------

constexpr GLint kNobodys = 1'000'000;

// Real locations of what the shaders leave to the driver; `taken` are the others.
std::vector<GLint> free_locations(GLuint program, const Program& known, std::set<GLint>& taken) {
  std::vector<GLint> found;
  for (GLint i = 0; i < program_integer(program, GL_ACTIVE_UNIFORMS); ++i) {
    char name[512] = "";
    GLint size = 0;
    GLenum type = 0;
    REAL(GetActiveUniform, GETACTIVEUNIFORM)(program, static_cast<GLuint>(i), sizeof name, nullptr, &size, &type, name);
    std::string array = name;
    if (array.ends_with("[0]")) array.resize(array.size() - 3);
    for (GLint e = 0; e < size; ++e) {
      const std::string element = size > 1 ? array + "[" + std::to_string(e) + "]" : name;
      const GLint location = REAL(GetUniformLocation, GETUNIFORMLOCATION)(program, element.c_str());
      if (location < 0) continue;
      if (known.declared.contains(base_of(array))) taken.insert(location);
      else found.push_back(location);
    }
  }
  return found;
}

Program& numbered(GLuint program) {
  Program& known = program_of(program);
  if (known.is_known) return known;
  known.is_known = true;
  known.shown.clear();
  known.locations.clear();
  std::set<GLint> taken;
  std::vector<GLint> found = free_locations(program, known, taken);
  std::sort(found.begin(), found.end(), std::greater<>());
  for (const GLint location : taken) known.shown[location] = known.locations[location] = location;
  GLint next = 1 + known.links % 3;
  for (const GLint location : found) {
    while (taken.contains(next)) ++next;
    known.shown[location] = next;
    known.locations[next++] = location;
  }
  return known;
}

GLint shown(GLuint program, GLint real_location) {
  if (real_location < 0) return real_location;
  const auto& all = numbered(program).shown;
  const auto found = all.find(real_location);
  return found == all.end() ? real_location : found->second;
}

GLint location_of(GLuint program, GLint ours) {
  if (ours < 0 || program == 0) return ours;
  const auto& all = numbered(program).locations;
  const auto found = all.find(ours);
  return found == all.end() ? kNobodys : found->second;
}

// The one whose uniforms are set, or with a pipeline that of a stage.
GLuint current_program(GLenum of_pipeline = GL_ACTIVE_PROGRAM) {
  GLint program = 0, pipeline = 0;
  REAL(GetIntegerv, GETINTEGERV)(GL_CURRENT_PROGRAM, &program);
  if (program == 0) REAL(GetIntegerv, GETINTEGERV)(GL_PROGRAM_PIPELINE_BINDING, &pipeline);
  if (pipeline != 0)
    REAL(GetProgramPipelineiv, GETPROGRAMPIPELINEIV)(static_cast<GLuint>(pipeline), of_pipeline, &program);
  return static_cast<GLuint>(program);
}

GLint get_uniform_location(GLuint program, const GLchar* name) {
  return shown(program, REAL(GetUniformLocation, GETUNIFORMLOCATION)(program, name));
}

template <std::size_t N>
struct Text {
  char text[N] = {};
  constexpr Text(const char (&source)[N]) { std::copy_n(source, N, text); }
};

template <Text Name, class... A>
void uniform(GLint location, A... arguments) {
  real<void (*)(GLint, A...)>(Name.text)(location_of(current_program(), location), arguments...);
}

template <Text Name, class... A>
void program_uniform(GLuint program, GLint location, A... arguments) {
  real<void (*)(GLuint, GLint, A...)>(Name.text)(program, location_of(program, location), arguments...);
}

// -- all that is active
// --------------------------------------------------------------------------------------------------------

GLint flipped_subroutine_location(GLuint program, GLenum shader, GLint location) {
  GLint count = 0;
  REAL(GetProgramStageiv, GETPROGRAMSTAGEIV)(program, shader, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &count);
  if (location < 0 || program_of(program).declares_subroutines) return location;
  return static_cast<GLint>(opposite(count, static_cast<GLuint>(location)));
}

GLint shown_location(GLuint program, GLenum interface, GLint location) {
  if (interface == GL_UNIFORM) return shown(program, location);
  const Stage& stage = stage_of(&Stage::subroutine_uniform, interface);
  return stage.shader == 0 ? location : flipped_subroutine_location(program, stage.shader, location);
}

GLenum block_interface(GLenum member) { return member == GL_UNIFORM ? GL_UNIFORM_BLOCK : GL_SHADER_STORAGE_BLOCK; }
GLenum member_interface(GLenum block) { return block == GL_SHADER_STORAGE_BLOCK ? GL_BUFFER_VARIABLE : GL_UNIFORM; }

GLint shown_property(GLuint program, GLenum interface, GLenum property, GLint value) {
  const auto flip = [&](GLenum other) {
    return static_cast<GLint>(flipped(program, other, static_cast<GLuint>(value)));
  };
  switch (property) {
    case GL_LOCATION: return shown_location(program, interface, value);
    case GL_BLOCK_INDEX: return flip(block_interface(interface));
    case GL_ATOMIC_COUNTER_BUFFER_INDEX: return flip(GL_ATOMIC_COUNTER_BUFFER);
    case GL_ACTIVE_VARIABLES: return flip(member_interface(interface));
    case GL_COMPATIBLE_SUBROUTINES: return flip(stage_of(&Stage::subroutine_uniform, interface).subroutine);
    default: return value;
  }
}

GLuint get_program_resource_index(GLuint program, GLenum interface, const GLchar* name) {
  return flipped(program, interface, REAL(GetProgramResourceIndex, GETPROGRAMRESOURCEINDEX)(program, interface, name));
}

void get_program_resource_name(GLuint program, GLenum interface, GLuint index, GLsizei size, GLsizei* length,
                               GLchar* name) {
  REAL(GetProgramResourceName, GETPROGRAMRESOURCENAME)
  (program, interface, flipped(program, interface, index), size, length, name);
}

void get_program_resourceiv(GLuint program, GLenum interface, GLuint index, GLsizei count, const GLenum* properties,
                            GLsizei size, GLsizei* length, GLint* values) {
  GLsizei written = 0;
  for (GLsizei i = 0; i < count && written < size; ++i) {
    GLsizei here = 0;
    REAL(GetProgramResourceiv, GETPROGRAMRESOURCEIV)
    (program, interface, flipped(program, interface, index), 1, &properties[i], size - written, &here,
     values + written);
    for (GLsizei v = written; v < written + here; ++v)
      values[v] = shown_property(program, interface, properties[i], values[v]);
    written += here;
  }
  if (length != nullptr) *length = written;
}

GLint get_program_resource_location(GLuint program, GLenum interface, const GLchar* name) {
  return shown_location(program, interface,
                        REAL(GetProgramResourceLocation, GETPROGRAMRESOURCELOCATION)(program, interface, name));
}

void get_active_uniform(GLuint program, GLuint index, GLsizei room, GLsizei* length, GLint* size, GLenum* type,
                        GLchar* name) {
  REAL(GetActiveUniform, GETACTIVEUNIFORM)
  (program, flipped(program, GL_UNIFORM, index), room, length, size, type, name);
}

void get_active_uniform_name(GLuint program, GLuint index, GLsizei size, GLsizei* length, GLchar* name) {
  REAL(GetActiveUniformName, GETACTIVEUNIFORMNAME)(program, flipped(program, GL_UNIFORM, index), size, length, name);
}

void get_uniform_indices(GLuint program, GLsizei count, const GLchar* const* names, GLuint* indices) {
  REAL(GetUniformIndices, GETUNIFORMINDICES)(program, count, names, indices);
  for (GLsizei i = 0; i < count; ++i) indices[i] = flipped(program, GL_UNIFORM, indices[i]);
}

void get_active_uniformsiv(GLuint program, GLsizei count, const GLuint* indices, GLenum name, GLint* values) {
  for (GLsizei i = 0; i < count; ++i) {
    const GLuint index = flipped(program, GL_UNIFORM, indices[i]);
    REAL(GetActiveUniformsiv, GETACTIVEUNIFORMSIV)(program, 1, &index, name, &values[i]);
    if (name == GL_UNIFORM_BLOCK_INDEX)
      values[i] = static_cast<GLint>(flipped(program, GL_UNIFORM_BLOCK, static_cast<GLuint>(values[i])));
  }
}

GLuint get_uniform_block_index(GLuint program, const GLchar* name) {
  return flipped(program, GL_UNIFORM_BLOCK, REAL(GetUniformBlockIndex, GETUNIFORMBLOCKINDEX)(program, name));
}

void get_active_uniform_block_name(GLuint program, GLuint index, GLsizei size, GLsizei* length, GLchar* name) {
  REAL(GetActiveUniformBlockName, GETACTIVEUNIFORMBLOCKNAME)
  (program, flipped(program, GL_UNIFORM_BLOCK, index), size, length, name);
}

void get_active_uniform_blockiv(GLuint program, GLuint index, GLenum name, GLint* values) {
  const auto get = REAL(GetActiveUniformBlockiv, GETACTIVEUNIFORMBLOCKIV);
  const GLuint block = flipped(program, GL_UNIFORM_BLOCK, index);
  get(program, block, name, values);
  if (name != GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES) return;
  GLint count = 0;
  get(program, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &count);
  for (GLint i = 0; i < count; ++i)
    values[i] = static_cast<GLint>(flipped(program, GL_UNIFORM, static_cast<GLuint>(values[i])));
}

void uniform_block_binding(GLuint program, GLuint index, GLuint binding) {
  REAL(UniformBlockBinding, UNIFORMBLOCKBINDING)(program, flipped(program, GL_UNIFORM_BLOCK, index), binding);
}

void shader_storage_block_binding(GLuint program, GLuint index, GLuint binding) {
  REAL(ShaderStorageBlockBinding, SHADERSTORAGEBLOCKBINDING)
  (program, flipped(program, GL_SHADER_STORAGE_BLOCK, index), binding);
}

void get_active_atomic_counter_bufferiv(GLuint program, GLuint index, GLenum name, GLint* values) {
  REAL(GetActiveAtomicCounterBufferiv, GETACTIVEATOMICCOUNTERBUFFERIV)
  (program, flipped(program, GL_ATOMIC_COUNTER_BUFFER, index), name, values);
}

// -- subroutines
// ---------------------------------------------------------------------------------------------------------------

GLuint flipped_subroutine(GLuint program, GLenum shader, GLuint index) {
  return flipped(program, stage_of(&Stage::shader, shader).subroutine, index);
}

GLuint get_subroutine_index(GLuint program, GLenum shader, const GLchar* name) {
  return flipped_subroutine(program, shader, REAL(GetSubroutineIndex, GETSUBROUTINEINDEX)(program, shader, name));
}

GLint get_subroutine_uniform_location(GLuint program, GLenum shader, const GLchar* name) {
  const GLint location = REAL(GetSubroutineUniformLocation, GETSUBROUTINEUNIFORMLOCATION)(program, shader, name);
  return flipped_subroutine_location(program, shader, location);
}

void get_active_subroutine_name(GLuint program, GLenum shader, GLuint index, GLsizei size, GLsizei* length,
                                GLchar* name) {
  REAL(GetActiveSubroutineName, GETACTIVESUBROUTINENAME)
  (program, shader, flipped_subroutine(program, shader, index), size, length, name);
}

void uniform_subroutinesuiv(GLenum shader, GLsizei count, const GLuint* indices) {
  const GLuint program = current_program(shader);
  std::vector<GLuint> ours(static_cast<std::size_t>(count));
  for (GLsizei i = 0; i < count; ++i) {
    ours[static_cast<std::size_t>(flipped_subroutine_location(program, shader, i))] =
        flipped_subroutine(program, shader, indices[i]);
  }
  REAL(UniformSubroutinesuiv, UNIFORMSUBROUTINESUIV)(shader, count, ours.data());
}

void get_uniform_subroutineuiv(GLenum shader, GLint location, GLuint* index) {
  const GLuint program = current_program(shader);
  REAL(GetUniformSubroutineuiv, GETUNIFORMSUBROUTINEUIV)
  (shader, flipped_subroutine_location(program, shader, location), index);
  *index = flipped_subroutine(program, shader, *index);
}

// -- the table
// -----------------------------------------------------------------------------------------------------------------

template <class F>
Proc proc(F function) {
  return reinterpret_cast<Proc>(function);
}

#define ROW(wrapper, prefix, suffix, ...) \
  { prefix suffix, proc(wrapper<prefix suffix, __VA_ARGS__>) }
#define NUMBERS(wrapper, prefix, letter, T)                                                    \
  ROW(wrapper, prefix, "1" letter, T), ROW(wrapper, prefix, "2" letter, T, T),                 \
      ROW(wrapper, prefix, "3" letter, T, T, T), ROW(wrapper, prefix, "4" letter, T, T, T, T), \
      ROW(wrapper, prefix, "1" letter "v", GLsizei, const T*),                                 \
      ROW(wrapper, prefix, "2" letter "v", GLsizei, const T*),                                 \
      ROW(wrapper, prefix, "3" letter "v", GLsizei, const T*), ROW(wrapper, prefix, "4" letter "v", GLsizei, const T*)
#define MATRIX(wrapper, prefix, size) ROW(wrapper, prefix, "Matrix" size "fv", GLsizei, GLboolean, const GLfloat*)
#define DOUBLES(wrapper, prefix, size) ROW(wrapper, prefix, "Matrix" size "dv", GLsizei, GLboolean, const GLdouble*)
#define UNIFORMS(wrapper, prefix)                                                                                    \
  NUMBERS(wrapper, prefix, "f", GLfloat), NUMBERS(wrapper, prefix, "i", GLint),                                      \
      NUMBERS(wrapper, prefix, "ui", GLuint), NUMBERS(wrapper, prefix, "d", GLdouble), MATRIX(wrapper, prefix, "2"), \
      MATRIX(wrapper, prefix, "3"), MATRIX(wrapper, prefix, "4"), MATRIX(wrapper, prefix, "2x3"),                    \
      MATRIX(wrapper, prefix, "3x2"), MATRIX(wrapper, prefix, "2x4"), MATRIX(wrapper, prefix, "4x2"),                \
      MATRIX(wrapper, prefix, "3x4"), MATRIX(wrapper, prefix, "4x3"), DOUBLES(wrapper, prefix, "2"),                 \
      DOUBLES(wrapper, prefix, "3"), DOUBLES(wrapper, prefix, "4"), DOUBLES(wrapper, prefix, "2x3"),                 \
      DOUBLES(wrapper, prefix, "3x2"), DOUBLES(wrapper, prefix, "2x4"), DOUBLES(wrapper, prefix, "4x2"),             \
      DOUBLES(wrapper, prefix, "3x4"), DOUBLES(wrapper, prefix, "4x3")

const std::map<std::string, Proc>& table() {
  static const std::map<std::string, Proc> rows = {
      UNIFORMS(uniform, "glUniform"),
      UNIFORMS(program_uniform, "glProgramUniform"),
      ROW(program_uniform, "glGetUniform", "fv", GLfloat*),
      ROW(program_uniform, "glGetUniform", "dv", GLdouble*),
      ROW(program_uniform, "glGetUniform", "iv", GLint*),
      ROW(program_uniform, "glGetUniform", "uiv", GLuint*),
      {"glLinkProgram", proc(link_program)},
      {"glCreateShaderProgramv", proc(create_shader_programv)},
      {"glBindAttribLocation", proc(bind_attrib_location)},
      {"glBindFragDataLocation", proc(bind_frag_data_location)},
      {"glGetUniformLocation", proc(get_uniform_location)},
      {"glGetProgramResourceIndex", proc(get_program_resource_index)},
      {"glGetProgramResourceName", proc(get_program_resource_name)},
      {"glGetProgramResourceiv", proc(get_program_resourceiv)},
      {"glGetProgramResourceLocation", proc(get_program_resource_location)},
      {"glGetActiveUniform", proc(get_active_uniform)},
      {"glGetActiveUniformName", proc(get_active_uniform_name)},
      {"glGetUniformIndices", proc(get_uniform_indices)},
      {"glGetActiveUniformsiv", proc(get_active_uniformsiv)},
      {"glGetUniformBlockIndex", proc(get_uniform_block_index)},
      {"glGetActiveUniformBlockName", proc(get_active_uniform_block_name)},
      {"glGetActiveUniformBlockiv", proc(get_active_uniform_blockiv)},
      {"glUniformBlockBinding", proc(uniform_block_binding)},
      {"glShaderStorageBlockBinding", proc(shader_storage_block_binding)},
      {"glGetActiveAtomicCounterBufferiv", proc(get_active_atomic_counter_bufferiv)},
      {"glGetSubroutineIndex", proc(get_subroutine_index)},
      {"glGetSubroutineUniformLocation", proc(get_subroutine_uniform_location)},
      {"glGetActiveSubroutineName", proc(get_active_subroutine_name)},
      {"glUniformSubroutinesuiv", proc(uniform_subroutinesuiv)},
      {"glGetUniformSubroutineuiv", proc(get_uniform_subroutineuiv)},
  };
  return rows;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) Context eglCreateContext(void* display, void* config, Context share,
                                                                           const int* attributes) {
  using Create = Context (*)(void*, void*, Context, const int*);
  static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "eglCreateContext"));
  const Context context = create(display, config, share, attributes);
  groups[context] = share == nullptr ? context : groups[share];
  return context;
}

extern "C" __attribute__((visibility("default"))) Proc eglGetProcAddress(const char* name) {
  std::string core = name;
  if (core.ends_with("ARB")) core.resize(core.size() - 3);
  const auto found = table().find(core);
  return found == table().end() || real_address(name) == nullptr ? real_address(name) : found->second;
}
