// Functions that most handlers begin with.
#pragma once

#include <glad/gl.h>

#include <span>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/policies/policies.h"
#include "replay/handlers/handlers.h"

namespace replay::handlers {

using loaders::Call;
using loaders::Value;

inline std::uint32_t u32(const Call& call, std::size_t index) { return static_cast<std::uint32_t>(call.args[index].u); }
inline std::int32_t i32(const Call& call, std::size_t index) { return static_cast<std::int32_t>(call.args[index].i); }

// Returns the function of GL. When the driver lacks it, counts the call as skipped and returns null.
template <class Function>
Function entry(Dispatcher& dispatcher, const Call& call, Function GladGLContext::*member) {
  const Function function = dispatcher.gl->*member;
  if (function == nullptr) dispatcher.missing(call);
  return function;
}

// Issues a glDelete* of the names in argument 1 and returns the recorded names that were deleted. There are none when
// the call was not issued, or when GL refused it.
template <Kind K, class Function>
std::span<const std::uint32_t> delete_names(Dispatcher& dispatcher, const Call& call, Function GladGLContext::*member) {
  const Function function = entry(dispatcher, call, member);
  if (function == nullptr) return {};
  dispatcher.scratch.reset();
  CallInProgress attempt{dispatcher, call};
  using Policy = DeleteNames<K, Arg<0>>;
  const auto* live = Policy::template get<const GLuint*>(attempt, call.args[1]);
  if (!attempt.ok) return {};
  function(i32(call, 0), live);
  if (is_inside_begin(dispatcher)) return {};
  Policy::after(attempt, live, call.args[1]);
  return call.args[1].array<std::uint32_t>().first(static_cast<std::size_t>(Arg<0>::count(attempt)));
}

// Returns whether there is a context. It is for calls that are not issued, but need a context to query.
inline bool has_context(Dispatcher& dispatcher, const Call& call) {
  if (dispatcher.context != nullptr) return true;
  dispatcher.without_context(call);
  return false;
}

}  // namespace replay::handlers
