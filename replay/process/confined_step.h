// A step of a command in a sandbox of its own, for commands that start other processes between their steps, and so
// cannot give up that right themselves.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/supervision.h"

namespace replay {

// Runs `step` and returns its answer. Under --sandbox the step runs in a child that has entered the sandbox and can
// write nothing but the files that are open already; its memory is a copy, so only the answer comes back. The answer
// comes from a process that read a file from a stranger: whoever takes it checks its types. Throws CannotJudge with the
// words of the step, and when the child ends without an answer.
nlohmann::json run_confined(const Supervision& supervision, const std::function<nlohmann::json()>& step);

// The same for an answer that is a T. Throws CannotJudge where it is none.
template <class T>
T answer_of(const Supervision& supervision, const std::function<nlohmann::json()>& step) {
  const nlohmann::json answer = run_confined(supervision, step);
  try {
    return answer.get<T>();
  } catch (const nlohmann::json::exception&) {
    throw CannotJudge("the process that reads the recording gave an answer that is none");
  }
}

}  // namespace replay
