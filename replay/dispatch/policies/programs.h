// Policies for numbers that belong to a program: uniform locations and block indices.
#pragma once

#include "replay/dispatch/live_numbers.h"
#include "replay/dispatch/policies/scalars.h"

namespace replay {

// The location of glUniform*, which belongs to the current program.
struct Location : Policy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    ProgramObject* program = attempt.context().uniform_program;
    const auto recorded = static_cast<std::int32_t>(value.i);
    return program == nullptr ? recorded : live_uniform(attempt.dispatcher, *program, recorded);
  }
};

template <std::size_t Program>
ProgramObject* program_argument(CallInProgress& attempt) {
  return attempt.context().group->find_program(static_cast<std::uint32_t>(attempt.arg(Program).u));
}

// The location of glProgramUniform*, which belongs to the program of argument Program.
template <std::size_t Program>
struct LocationOf : Policy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    ProgramObject* program = program_argument<Program>(attempt);
    const auto recorded = static_cast<std::int32_t>(value.i);
    return program == nullptr ? recorded : live_uniform(attempt.dispatcher, *program, recorded);
  }
};

// The index of a block.
template <std::size_t Program, NumberKind Blocks>
struct BlockIndex : Policy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const auto recorded = static_cast<std::uint32_t>(value.u);
    ProgramObject* program = program_argument<Program>(attempt);
    return program == nullptr ? recorded
                              : static_cast<T>(live_number(attempt.dispatcher, {*program, Blocks}, recorded));
  }
};

template <std::size_t Program>
using UniformBlock = BlockIndex<Program, NumberKind::kUniformBlock>;
template <std::size_t Program>
using StorageBlock = BlockIndex<Program, NumberKind::kStorageBlock>;

}  // namespace replay
