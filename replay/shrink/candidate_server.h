// The side of a driver in a search for a smaller recording: a process that has the recording in memory, and replays
// each candidate in a child of its own, so that what the driver does to the child does not matter to the next one.
//
//   to the server      {"last", "timeout"}                      at the start, once
//                      {"count": true}                          how many entries the recording has
//                      {"what", "call", "changes", "entries"}, bits     a candidate, and what to look at
//   from the server    {"entries": n}                           the answer to "count"
//                      an outcome, images                       for each candidate
//                      {"problem": "sentence"}                  the server cannot go on
//
// The server stores what its first candidate keeps, because later ones keep parts of it; for another one it reads the
// recording again. The messages are those of process/wire.h.
#pragma once

#include "replay/command_line/options.h"
#include "replay/process/wire.h"
#include "replay/shrink/candidate.h"
#include "replay/shrink/outcome.h"

namespace replay {

// What is the same for all candidates of a server.
struct ServerTask {
  std::optional<std::uint64_t> last_call{};  // the recording is read up to here; none: to its end
  double timeout = 60;                       // seconds for a candidate
};

Message to_message(const ServerTask& task);
ServerTask task_of(const Message& message);
Message to_message(const Candidate& candidate, const LookAt& look);
LookAt look_of(const Message& message);
Candidate candidate_of(const Message& message);
Message to_message(const Outcome& outcome);
Outcome outcome_of(const Message& message);

// Serves until the channel is closed. Throws CannotJudge when the recording cannot be read.
void serve_candidates(int channel, const ProbeOptions& options);

}  // namespace replay
