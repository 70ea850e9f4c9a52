// Which number of this run corresponds to a number of a recorded program. The live driver is asked for the name that
// the recording shows for the number.
#pragma once

#include <cstdint>
#include <string>

#include "replay/dispatch/dispatcher.h"
#include "replay/remap/program_object.h"

namespace replay {

enum class NumberKind : std::uint8_t { kUniform, kUniformBlock, kStorageBlock, kSubroutine, kSubroutineUniform };

// One kind of numbers of one program. The last two kinds are numbered for each shader stage.
struct NumbersOf {
  ProgramObject& program;
  NumberKind kind;
  std::uint32_t stage = 0;

  NumberSpace& space() const;
};

// Finds the live number and keeps it, so that the driver is asked about a number once after each link.
std::int32_t find_live_number(Dispatcher& d, const NumbersOf& numbers, std::uint32_t recorded);

inline std::int32_t live_number(Dispatcher& d, const NumbersOf& numbers, std::uint32_t recorded) {
  const std::int32_t known = numbers.space().find(recorded);
  return known != NumberMap::kAbsent ? known : find_live_number(d, numbers, recorded);
}

// -1 stands for no location and stays -1.
inline std::int32_t live_uniform(Dispatcher& d, ProgramObject& program, std::int32_t recorded) {
  if (recorded < 0) return recorded;
  const std::int32_t known = program.uniforms.find(static_cast<std::uint32_t>(recorded));
  if (known != NumberMap::kAbsent) [[likely]]
    return known;
  return find_live_number(d, {program, NumberKind::kUniform}, static_cast<std::uint32_t>(recorded));
}

// To be called after a link. Finds out from the sources of the attached shaders which uniforms declare a location.
void learn_declared_locations(const GladGLContext& gl, ProgramObject& program);

// Returns the name of an active resource, or an empty text when there is none.
std::string resource_name(const GladGLContext& gl, std::uint32_t live_program, std::uint32_t interface,
                          std::uint32_t live_index);

}  // namespace replay
