#include "replay/process/supervise.h"

#include <spdlog/spdlog.h>

#include <cstdio>

#include "replay/process/child_process.h"

namespace replay {

int supervise(const std::vector<std::string>& words, std::optional<double> timeout, CrashVerdict crash) {
  ChildOptions options{.words = words};
  options.words.insert(options.words.begin(), own_program());
  std::fflush(stdout);
  ChildProcess child(options);
  const ChildEnding ending = child.wait(timeout);
  if (ending.how == ChildEnding::How::kExited && is_exit_code(ending.code)) return ending.code;
  spdlog::error("the replay {}", describe(ending));
  if (ending.how != ChildEnding::How::kSignalled) return kCannotJudge;
  return crash == CrashVerdict::kBad ? kDiffers : kCannotJudge;
}

}  // namespace replay
