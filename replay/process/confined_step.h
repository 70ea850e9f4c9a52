// A step of a command in a sandbox of its own, for commands that start other processes between their steps, and so
// cannot give up that right themselves.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "replay/base/supervision.h"

namespace replay {

// Runs `step` and returns its answer. Under --sandbox the step runs in a child that has entered the sandbox and can
// write nothing but the files that are open already; its memory is a copy, so only the answer comes back. The answer
// comes from a process that read a file from a stranger: whoever takes it checks its types. Throws CannotJudge with the
// words of the step, and when the child ends without an answer.
nlohmann::json run_confined(const Supervision& supervision, const std::function<nlohmann::json()>& step);

}  // namespace replay
