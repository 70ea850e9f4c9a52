#include "replay/dispatch/live_numbers.h"

#include <glad/gl.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "replay/dispatch/asked.h"
#include "replay/remap/declared_locations.h"

namespace replay {
namespace {

constexpr std::int32_t kNone = -1;

// Returns the number that the live program has for a name. GL_INVALID_INDEX becomes kNone as well.
std::int32_t number_of(const GladGLContext& gl, const NumbersOf& numbers, const std::string& name) {
  const GLuint program = numbers.program.live;
  switch (numbers.kind) {
    case NumberKind::kUniform:
      return gl.GetUniformLocation == nullptr ? kNone : gl.GetUniformLocation(program, name.c_str());
    case NumberKind::kUniformBlock:
      return gl.GetUniformBlockIndex == nullptr ? kNone
                                                : static_cast<GLint>(gl.GetUniformBlockIndex(program, name.c_str()));
    case NumberKind::kStorageBlock:
      if (gl.GetProgramResourceIndex == nullptr) return kNone;
      return static_cast<GLint>(gl.GetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, name.c_str()));
    case NumberKind::kSubroutine:
      if (gl.GetSubroutineIndex == nullptr) return kNone;
      return static_cast<GLint>(gl.GetSubroutineIndex(program, numbers.stage, name.c_str()));
    case NumberKind::kSubroutineUniform:
      return gl.GetSubroutineUniformLocation == nullptr
                 ? kNone
                 : gl.GetSubroutineUniformLocation(program, numbers.stage, name.c_str());
  }
  return kNone;
}

bool is_linked(const GladGLContext& gl, GLuint program) {
  GLint status = GL_TRUE;
  if (gl.GetProgramiv != nullptr) gl.GetProgramiv(program, GL_LINK_STATUS, &status);
  return status == GL_TRUE;
}

// "a[3]" is element 3 of "a", and "a" may be element 0.
struct Element {
  std::string array;
  std::uint32_t index = 0;
  bool has_index = false;

  explicit Element(const std::string& name) : array(name) {
    const auto bracket = name.rfind('[');
    if (name.empty() || name.back() != ']' || bracket == std::string::npos) return;
    const char* end = name.data() + name.size() - 1;
    if (std::from_chars(name.data() + bracket + 1, end, index).ptr != end) return;
    array.resize(bracket);
    has_index = true;
  }
  std::string at(std::uint64_t i) const { return array + "[" + std::to_string(i) + "]"; }
};

class Finder {
 public:
  Finder(Dispatcher& d, const NumbersOf& numbers) : gl_(*d.gl), numbers_(numbers), space_(numbers.space()) {}

  std::int32_t find(std::uint32_t recorded) {
    if (const std::string* name = space_.told(recorded)) return kept(recorded, of_told(recorded, *name), false);
    return kept(recorded, guess(recorded), true);
  }

 private:
  std::int32_t kept(std::uint32_t recorded, std::int32_t live, bool is_guess) {
    space_.keep(recorded, live, is_guess);
    return live;
  }

  // A uniform that is not active in this run is not set. Recorders are known to write empty or truncated names of other
  // kinds; then the number is used as it is.
  std::int32_t of_told(std::uint32_t recorded, const std::string& name) const {
    const std::int32_t live = number_of(gl_, numbers_, name);
    return live != kNone || numbers_.kind == NumberKind::kUniform ? live : static_cast<std::int32_t>(recorded);
  }

  // Guesses a number whose name is not recorded, beginning with the most certain rule.
  std::int32_t guess(std::uint32_t recorded) {
    if (is_declared(recorded)) return static_cast<std::int32_t>(recorded);
    if (const auto live = element(space_.told(), recorded)) return *live;
    if (const std::string* name = space_.told_before_link(recorded)) {
      if (const std::int32_t live = number_of(gl_, numbers_, *name); live != kNone) return live;
    }
    if (const auto live = element(space_.told_before_link(), recorded)) return *live;
    return untold(recorded);
  }

  // The recorded driver gave consecutive numbers to the elements of an array, as most drivers do. This driver need not.
  std::optional<std::int32_t> element(const NumberSpace::Names& names, std::uint32_t recorded) const {
    auto below = names.upper_bound(recorded);
    if (below == names.begin()) return std::nullopt;
    --below;
    const Element base(below->second);
    const std::uint64_t distance = recorded - below->first;
    if (distance == 0) return std::nullopt;
    const std::int32_t live = number_of(gl_, numbers_, base.at(base.index + distance)),
                       first = number_of(gl_, numbers_, below->second);
    // Mesa returns block A for the name A[1], too.
    if (live != kNone && live != first) return live;
    if (const auto inner = element_of_arrays(base, distance)) return inner;
    // An array that is not active in this run is not set at all.
    const bool is_inactive = numbers_.kind == NumberKind::kUniform && first == kNone;
    return is_inactive && base.has_index ? std::optional(kNone) : std::nullopt;
  }

  // In an array of arrays, the elements after the end of a[0] are those of a[1].
  std::optional<std::int32_t> element_of_arrays(const Element& base, std::uint64_t distance) const {
    const Element outer(base.array);
    if (!outer.has_index) return std::nullopt;
    constexpr std::uint64_t kMaxElements = 4096;
    std::uint64_t size = 0;
    while (size < kMaxElements && number_of(gl_, numbers_, base.at(size)) != kNone) ++size;
    if (size == 0) return std::nullopt;
    const std::uint64_t index = base.index + distance;
    const Element inner(outer.at(outer.index + index / size) + "[0]");
    const std::int32_t live = number_of(gl_, numbers_, inner.at(index % size));
    return live == kNone ? std::nullopt : std::optional(live);
  }

  // Returns whether the live program has a uniform at this location because the shader declares it.
  bool is_declared(std::uint32_t recorded) const {
    ProgramObject& program = numbers_.program;
    if (numbers_.kind != NumberKind::kUniform) return false;
    if (program.declares_all) return true;
    if (program.declared.empty()) return false;
    if (!program.declared_locations) find_declared();
    return std::any_of(program.declared_locations->begin(), program.declared_locations->end(), [&](const auto& range) {
      return range.first <= std::int64_t{recorded} && std::int64_t{recorded} < range.second;
    });
  }

  void find_declared() const;

  const std::set<std::int32_t>& claimed() const {
    if (!space_.claimed) {
      space_.claimed.emplace();
      for (const auto& [recorded, name] : space_.told()) space_.claimed->insert(number_of(gl_, numbers_, name));
    }
    return *space_.claimed;
  }

  // The recording shows no name for the number. The program may know it from a declaration, which a macro can hide
  // from us. Then it is the same number in this run, unless it belongs to another name.
  std::int32_t untold(std::uint32_t recorded) const {
    const auto same = static_cast<std::int32_t>(recorded);
    if (space_.told().empty()) return same;
    if (numbers_.kind == NumberKind::kUniformBlock || numbers_.kind == NumberKind::kStorageBlock)
      return untold_block(recorded);
    return claimed().contains(same) ? kNone : same;
  }

  // Blocks are numbered from 0 without gaps. The first of the unknown blocks here is taken for the first unknown one
  // of the recording. When only one is left, this is certain.
  std::int32_t untold_block(std::uint32_t recorded) const {
    const auto& told = space_.told();
    auto rank = recorded - static_cast<std::uint32_t>(std::distance(told.begin(), told.lower_bound(recorded)));
    const std::int32_t count = blocks();
    for (std::int32_t live = 0; live < count; ++live) {
      if (!claimed().contains(live) && rank-- == 0) return live;
    }
    return static_cast<std::int32_t>(recorded);
  }

  std::int32_t blocks() const {
    const GLuint program = numbers_.program.live;
    GLint count = 0;
    if (numbers_.kind == NumberKind::kUniformBlock) {
      gl_.GetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
    } else if (gl_.GetProgramInterfaceiv != nullptr) {
      gl_.GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
    }
    return count;
  }

  const GladGLContext& gl_;
  const NumbersOf& numbers_;
  NumberSpace& space_;
};

// The members of a structure have consecutive locations like the elements of an array, and each is active by itself.
void Finder::find_declared() const {
  ProgramObject& program = numbers_.program;
  auto& ranges = program.declared_locations.emplace();
  GLint count = 0, longest = 0;
  gl_.GetProgramiv(program.live, GL_ACTIVE_UNIFORMS, &count);
  gl_.GetProgramiv(program.live, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
  std::string name(static_cast<std::size_t>(std::max(longest, 1)), '\0');
  for (GLint i = 0; i < count; ++i) {
    GLint size = 0;
    GLenum type = 0;
    gl_.GetActiveUniform(program.live, static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr, &size, &type,
                         name.data());
    const std::string_view text(name.c_str());
    if (!program.declared.contains(text.substr(0, text.find_first_of(".[")))) continue;
    const GLint location = gl_.GetUniformLocation(program.live, name.c_str());
    if (location >= 0) ranges.emplace_back(location, location + size);
  }
}

std::string source_of(const GladGLContext& gl, GLuint shader) {
  GLint length = 0;
  gl.GetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
  std::string source(static_cast<std::size_t>(std::max(length, 1)), '\0');
  GLsizei written = 0;
  gl.GetShaderSource(shader, static_cast<GLsizei>(source.size()), &written, source.data());
  source.resize(static_cast<std::size_t>(std::clamp<GLsizei>(written, 0, static_cast<GLsizei>(source.size()))));
  return source;
}

bool is_spirv(const GladGLContext& gl, GLuint shader) {
  GLint is_binary = GL_FALSE;
  if (gl.SpecializeShader != nullptr) gl.GetShaderiv(shader, GL_SPIR_V_BINARY, &is_binary);
  return is_binary == GL_TRUE;
}

}  // namespace

NumberSpace& NumbersOf::space() const {
  switch (kind) {
    case NumberKind::kUniform: return program.uniforms;
    case NumberKind::kUniformBlock: return program.uniform_blocks;
    case NumberKind::kStorageBlock: return program.storage_blocks;
    case NumberKind::kSubroutine: return program.subroutines[stage];
    case NumberKind::kSubroutineUniform: break;
  }
  return program.subroutine_uniforms[stage];
}

// Inside glBegin, and for a program whose link failed, GL answers nothing. It refuses the recorded call as well then.
std::int32_t find_live_number(Dispatcher& d, const NumbersOf& numbers, std::uint32_t recorded) {
  const auto same = static_cast<std::int32_t>(recorded);
  NumberSpace& space = numbers.space();
  const ProgramObject& program = numbers.program;
  if (space.told().empty() && space.told_before_link().empty()) {
    space.keep(recorded, same, true);
    return same;
  }
  if (is_inside_begin(d)) return same;
  const GlErrors::Mute mute(d.errors, *d.gl);
  return is_linked(*d.gl, program.live) ? Finder(d, numbers).find(recorded) : same;
}

void learn_declared_locations(const GladGLContext& gl, ProgramObject& program) {
  if (gl.GetAttachedShaders == nullptr || gl.GetShaderSource == nullptr || gl.GetShaderiv == nullptr) return;
  constexpr GLsizei kMaxShaders = 64;  // there are six stages, and some drivers accept several shaders for one
  GLuint shaders[kMaxShaders] = {};
  GLsizei count = 0;
  gl.GetAttachedShaders(program.live, kMaxShaders, &count, shaders);
  for (GLsizei i = 0; i < std::min(count, kMaxShaders); ++i) {
    if (is_spirv(gl, shaders[i])) {
      program.declares_all = true;
      continue;
    }
    const std::string source = source_of(gl, shaders[i]);
    add_declared(source, "uniform", program.declared);
    GLint type = GL_NONE;
    gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
    if (type == GL_VERTEX_SHADER) add_declared(source, "in", program.known_inputs);
  }
}

std::string resource_name(const GladGLContext& gl, std::uint32_t live_program, std::uint32_t interface,
                          std::uint32_t live_index) {
  GLint longest = 0;
  gl.GetProgramInterfaceiv(live_program, interface, GL_MAX_NAME_LENGTH, &longest);
  std::string name(static_cast<std::size_t>(std::max(longest, 1)), '\0');
  GLsizei written = 0;
  gl.GetProgramResourceName(live_program, interface, live_index, static_cast<GLsizei>(name.size()), &written,
                            name.data());
  name.resize(static_cast<std::size_t>(std::clamp<GLsizei>(written, 0, static_cast<GLsizei>(name.size()))));
  return name;
}

}  // namespace replay
