// What a number of a recorded program is called in this run: the live driver is asked for the name that the recording
// told.
#pragma once

#include <cstdint>
#include <string>

#include "replay/dispatch/dispatcher.h"
#include "replay/remap/program_object.h"

namespace replay {

enum class NumberKind : std::uint8_t { kUniform, kUniformBlock, kStorageBlock, kSubroutine, kSubroutineUniform };

// A kind of numbers of one program; the last two kinds are counted by shader stage.
struct NumbersOf {
  ProgramObject& program;
  NumberKind kind;
  std::uint32_t stage = 0;

  NumberSpace& space() const;
};

// Found out and kept: the driver is asked about a number once a link.
std::int32_t find_live_number(Dispatcher& d, const NumbersOf& numbers, std::uint32_t recorded);

inline std::int32_t live_number(Dispatcher& d, const NumbersOf& numbers, std::uint32_t recorded) {
  const std::int32_t known = numbers.space().find(recorded);
  return known != NumberMap::kAbsent ? known : find_live_number(d, numbers, recorded);
}

// -1 is nobody's location and stays so.
inline std::int32_t live_uniform(Dispatcher& d, ProgramObject& program, std::int32_t recorded) {
  if (recorded < 0) return recorded;
  const std::int32_t known = program.uniforms.find(static_cast<std::uint32_t>(recorded));
  if (known != NumberMap::kAbsent) [[likely]]
    return known;
  return find_live_number(d, {program, NumberKind::kUniform}, static_cast<std::uint32_t>(recorded));
}

// After a link: which uniforms have a location in their declaration, by the sources of the attached shaders.
void learn_declared_locations(const GladGLContext& gl, ProgramObject& program);

// The name of an active resource; empty when there is none.
std::string resource_name(const GladGLContext& gl, std::uint32_t live_program, std::uint32_t interface,
                          std::uint32_t live_index);

}  // namespace replay
