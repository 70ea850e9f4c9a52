#include "replay/process/supervise.h"

#include <spdlog/spdlog.h>

#include <cstdio>

#include "replay/base/exit_code.h"
#include "replay/process/child_process.h"
#include "replay/process/signals.h"

namespace replay {

bool needs_child(const Supervision& supervision) { return supervision.in_child && !is_supervised(); }

int supervise(const Supervision& supervision) {
  ChildOptions options{.words = supervision.words, .memory_limit = supervision.memory_limit};
  options.words.insert(options.words.begin(), own_program());
  std::fflush(stdout);
  ChildProcess child(options);
  pass_wishes_on(child.pid());
  const ChildEnding ending = child.wait(supervision.timeout);
  if (const int wish = asked_to_end()) {
    char name[32];
    spdlog::error("ended ({}) {}", name_of_signal(wish, name), ending.where);
    return kCannotJudge;
  }
  if (ending.how == ChildEnding::How::kExited && ending.is_own_code && is_exit_code(ending.code)) return ending.code;
  spdlog::error("the replay {}", describe(ending));
  if (!ending.calls_before.empty()) spdlog::info("the calls before: {}", ending.calls_before);
  return is_crash_of_driver(ending) && supervision.crash == CrashVerdict::kBad ? kDiffers : kCannotJudge;
}

}  // namespace replay
