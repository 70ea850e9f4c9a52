// ExitCode: what the program's exit code says. There are no others, so that `git bisect run` can use the program as it
// is: 125 means "skip this one" there.
#pragma once

namespace replay {

enum ExitCode : int {
  kGood = 0,
  kDiffers = 1,       // a difference was found, or GL went wrong under --strict
  kWrongUsage = 2,    // the command line
  kCannotJudge = 125  // unreadable file, no context, missing extension, wrong renderer, time-out, results not written
};

// Drivers may call exit() with a number of their own.
constexpr bool is_exit_code(int code) {
  return code == kGood || code == kDiffers || code == kWrongUsage || code == kCannotJudge;
}

}  // namespace replay
