#include "replay/commands/candidates.h"

#include <exception>

#include "replay/base/reading_progress.h"
#include "replay/process/child_process.h"
#include "replay/shrink/candidate_server.h"

namespace replay {

int run_candidates(const CandidatesOptions& options) {
  const NoReadingProgress quiet;
  try {
    serve_candidates(ChildProcess::kChannel, options.probe);
  } catch (const std::exception& problem) {
    send_message(ChildProcess::kChannel, {.text = {{"problem", problem.what()}}});
    return kCannotJudge;
  }
  return kGood;
}

}  // namespace replay
