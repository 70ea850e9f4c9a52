// SampledUnits: which texture units the draws of a recorded context can sample, and whether they can touch memory
// beside (images, storage buffers, atomic counters), as far as calls alone tell.
//
// A texture that stays bound to a unit is not read by programs that do not sample the unit. A sampler gets its unit by
// glUniform1i. Calls do not tell which uniforms are samplers, so all numbers that a program's uniforms get count:
//
//   glUseProgram(5)  glUniform1i(2, 3)  glUniform1i(7, 100)     program 5 samples units 0 and 3 at most
//
// Unit 0 is where samplers begin. Units that shaders choose themselves (layout(binding = 2)) count for all programs.
// The types of samplers in the text of a program's shaders say which of a unit's textures it can sample: a cube map
// stays bound to unit 0 while programs sample flat textures there. A program without such a type samples nothing. Where
// a program is too rare to be followed exactly (pipelines, binaries, texts that are included, a program without a
// fragment shader, none at all), its draws can sample every unit.
//
// GL may refuse to make a program current, for one because it did not link. This class takes it that GL accepts a
// program that was made and linked; whoever relies on it has to ask the driver (seek_plan.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/calls/texture_targets.h"
#include "replay/seek/texture_units.h"

namespace replay {

// The units that draws can sample, and which textures of them.
struct Sampled {
  TextureUnits units = kAllUnits;
  TextureTargets targets = kAllTargets;

  bool operator==(const Sampled&) const = default;
};

// The programs that are possibly current in a context. None: draws can sample every unit.
struct CurrentPrograms {
  static constexpr std::size_t kMax = 16;
  std::vector<std::uint32_t> names{};
};

// Whether the function may choose the unit of a sampler of the current program.
inline bool may_choose_unit(glbindings::FunctionId function) {
  using enum glbindings::FunctionId;
  return function == glUniform1i || function == glUniform1iv || function == glUniform1iARB ||
         function == glUniform1ivARB;
}

class SampledUnits {
 public:
  // A damaged file could name any number of programs. With more than these, all draws can sample every unit.
  static constexpr std::size_t kMaxObjects = std::size_t{1} << 16;

  // Follows a call of SeekRole::kProgram, or one that sets a uniform. `group` says with whom the current context
  // shares.
  void follow(const loaders::Call& call, std::uint32_t group, const CurrentPrograms& current);
  // Follows glUseProgram. `is_outside`: of what makes GL refuse every program.
  void use(const loaders::Call& call, std::uint32_t group, bool is_outside, CurrentPrograms& current) const;
  // A display list can use programs and set uniforms.
  void lists_choose() { knows_all_ = false; }

  // Whether a shader may read the pixel that it draws over, or have its fragments tested before it discards them. A
  // proof (redraw_proof.h) relies on neither.
  bool may_escape_proofs() const { return may_escape_proofs_ || !knows_all_; }
  // Whether a shader may make lines or points of triangles.
  bool may_change_primitives() const { return may_change_primitives_ || !knows_all_; }

  Sampled of(const CurrentPrograms& current, std::uint32_t group) const;
  // Whether draws with one of these programs may write memory that is no framebuffer, or read what such draws wrote.
  bool draws_may_touch_memory(const CurrentPrograms& current, std::uint32_t group) const;

 private:
  struct Shader {
    bool is_of_fragments = false;
    TextureTargets targets = 0;
    bool may_touch_memory = false;
  };
  struct Program {
    static constexpr std::size_t kMaxShaders = 64;
    TextureUnits units = 1;
    TextureTargets targets = 0;            // it was linked with shaders that sample these
    bool may_touch_memory = false;         // was linked with a shader that does
    std::vector<std::uint64_t> shaders{};  // that were attached at some time, as keys of shaders_
    bool has_fragment_shader = false;      // is attached
    bool is_linked = false;
    bool draws_fragments = false;  // was linked with a fragment shader every time
  };

  static void set_uniform(const loaders::Call& call, std::size_t first, TextureUnits& units);
  TextureUnits& chosen_units(std::uint32_t group, std::uint32_t program);
  void note_source(const loaders::Call& call, std::uint32_t group);
  void attach(Program& program, std::uint64_t shader, bool attaches);
  void link(Program& program);
  void note_bindings(std::string_view source);
  Program* find(std::uint32_t group, std::uint32_t name);
  const Program* find(std::uint32_t group, std::uint32_t name) const;

  std::unordered_map<std::uint64_t, Program> programs_;  // by share group and recorded name
  std::unordered_map<std::uint64_t, Shader> shaders_;    // the same
  TextureUnits chosen_for_all_;                          // by shaders, and by uniforms of nobody knows which program
  bool knows_all_ = true;
  bool may_escape_proofs_ = false;
  bool may_change_primitives_ = false;
};

}  // namespace replay
