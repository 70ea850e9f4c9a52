// Policies for numbers that hang off a program: uniform locations and block indices.
#pragma once

#include "replay/dispatch/policies/scalars.h"

namespace replay {

// glUniform*: the program is the current one.
struct Location : Policy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const ProgramObject* program = attempt.context().uniform_program;
    const auto recorded = static_cast<std::int32_t>(value.i);
    return program == nullptr ? recorded : program->uniform_location(recorded);
  }
};

template <std::size_t Program>
ProgramObject* program_argument(Attempt& attempt) {
  return attempt.context().group->find_program(static_cast<std::uint32_t>(attempt.arg(Program).u));
}

// glProgramUniform*: the program is argument Program.
template <std::size_t Program>
struct LocationOf : Policy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const ProgramObject* program = program_argument<Program>(attempt);
    const auto recorded = static_cast<std::int32_t>(value.i);
    return program == nullptr ? recorded : program->uniform_location(recorded);
  }
};

// Indices of blocks: those that the recording never asked for keep their number.
template <std::size_t Program, NumberMap ProgramObject::*Map>
struct BlockIndex : Policy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const auto recorded = static_cast<std::uint32_t>(value.u);
    const ProgramObject* program = program_argument<Program>(attempt);
    if (program == nullptr) return recorded;
    const std::int32_t live = (program->*Map).find(recorded);
    return live == NumberMap::kAbsent ? recorded : static_cast<T>(live);
  }
};

template <std::size_t Program>
using UniformBlock = BlockIndex<Program, &ProgramObject::uniform_blocks>;
template <std::size_t Program>
using StorageBlock = BlockIndex<Program, &ProgramObject::storage_blocks>;

}  // namespace replay
