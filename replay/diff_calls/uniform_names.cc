#include "replay/diff_calls/uniform_names.h"

#include <xxhash.h>

#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"

namespace replay {

using glbindings::FunctionId;
using loaders::Call;

namespace {

std::uint64_t hash_of_text(const Call& call, std::size_t index) {
  const std::string_view name = index < call.argc ? call.args[index].text() : std::string_view();
  return XXH3_64bits(name.data(), name.size());
}

}  // namespace

void UniformNames::follow(const Call& call) {
  switch (call.function) {
    case FunctionId::glUseProgram:
    case FunctionId::glUseProgramObjectARB: program_of_thread_[call.thread] = gl_number(call, 0); break;
    case FunctionId::glGetUniformLocation:
    case FunctionId::glGetUniformLocationARB:
      if (call.result() != nullptr) {
        names_[{gl_number(call, 0), static_cast<std::uint32_t>(call.result()->u)}] = hash_of_text(call, 1);
      }
      break;
    case FunctionId::replayUniformLocation:
      names_[{gl_number(call, 0), gl_number(call, 2)}] = hash_of_text(call, 1);
      break;
    default: break;
  }
}

std::uint64_t UniformNames::hash_of(const Call& call, std::uint64_t location) const {
  const std::size_t at = position(call, "program");
  std::uint64_t program = 0;
  if (at != SIZE_MAX) {
    program = gl_number(call, at);
  } else if (const auto current = program_of_thread_.find(call.thread); current != program_of_thread_.end()) {
    program = current->second;
  }
  const auto number = static_cast<std::uint32_t>(location);
  const auto found = names_.find({program, number});
  return found != names_.end() ? found->second : number;
}

}  // namespace replay
