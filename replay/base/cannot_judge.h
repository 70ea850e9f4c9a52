// CannotJudge: thrown where a replay can only end with "this says nothing about the driver" (exit code 125): no context as
// recorded, no display, no such frame. Caught once, in the command.
#pragma once

#include <stdexcept>

namespace replay {

struct CannotJudge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace replay
