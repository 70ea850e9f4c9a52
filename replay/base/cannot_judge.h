// CannotJudge: thrown where a replay can only end with "this says nothing about the driver" (exit code 125): no context
// as recorded, no display, no such frame. The command catches it, once.
#pragma once

#include <stdexcept>
#include <utility>

#include "loaders/base/result.h"

namespace replay {

struct CannotJudge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a command says before it ends because it got no memory.
constexpr const char* kOutOfMemory = "out of memory";

// The value of `result`, for a caller that cannot go on without it. Throws CannotJudge with the reason when there is
// none.
template <class T>
T need(loaders::Result<T> result) {
  if (!result) throw CannotJudge(result.error().problem);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace replay
