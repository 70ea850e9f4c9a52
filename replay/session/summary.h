// Summary: the results of a replay, as text for people and as JSON for scripts.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/dispatch/self_check.h"
#include "replay/observe/frame_times.h"
#include "replay/observe/recorded_returns.h"
#include "replay/observe/snapshots.h"
#include "replay/picture/reference.h"
#include "replay/process/call_ring.h"
#include "replay/process/culprit.h"
#include "replay/profile/call_profile.h"
#include "replay/seek/guesses.h"
#include "replay/session/known_errors.h"

namespace replay {

// Interruption: what ended the replay before the recording ended.
struct Interruption {
  std::string by;                           // "SIGSEGV", "exit()"
  bool crash = false;                       // otherwise somebody asked for the end
  Culprit culprit = Culprit::kDriver;       // who is to blame for a crash
  std::string where;                        // "in call 12 glClear, frame 0"
  std::vector<CallRing::Entry> last_calls;  // the oldest one first; empty when no call was being issued
};

// Returns "crashed (SIGSEGV) in call 12 glClear, frame 0", for example.
std::string to_string(const Interruption& interruption);

struct Summary {
  loaders::TraceInfo trace;
  std::optional<DriverInfo> driver;  // nothing: no context was ever current
  std::uint64_t calls = 0, frames = 0;
  std::uint64_t left_out = 0;  // how many of these calls were not made: their drawing could not reach the pictures
  std::optional<SeekGuesses> guesses;  // that held, where pictures were sought
  double seconds = 0;                  // wall clock, from the first call to the last
  bool stopped = false;

  struct Skipped {
    std::string function;
    Skip reason;
    SkipCount count;
  };
  struct Error {
    std::string function;
    std::uint32_t error;
    GlErrors::Finding finding;
    bool known = false;  // the report of a good driver has it too
  };
  std::vector<Skipped> skipped;
  std::vector<Error> errors;          // errors that the recorded run did not have
  std::vector<Error> unasked_errors;  // errors that the recorded program did not ask for
  bool errors_are_known = false;      // there is a report of a good driver
  std::uint64_t vanished_errors = 0;
  GlErrors::Finding out_of_memory;
  std::vector<Snapshot> snapshots;
  std::optional<FrameTimeFigures> frame_times;
  std::optional<ProfileFigures> profile;
  std::optional<SelfCheckResult> self_check;
  std::optional<RecordedReturnsResult> recorded_returns;  // the result of --self-check
  std::optional<Judgement> judgement;                     // the result of --expect
  std::vector<std::string> difference_files;              // pictures that were written because the judgement is bad
  std::vector<std::string> warnings;                      // warnings about the file and of the platform
  std::vector<std::string> picture_problems;              // why a requested picture does not exist
  std::optional<loaders::LoadError> file_error;
  std::optional<Interruption> interruption;
  bool fatal = false;  // the replay could not go on
  int exit_code = 0;

  // Adds the calls and errors of one more run over the same recording (--loop).
  void add_run(const Dispatcher& dispatcher, const loaders::FunctionTable& functions);

  // Marks the errors that a good driver had as well.
  void mark_known(const KnownErrors& good);

  // Returns whether the replay came to its end without any GL context.
  bool draws_nothing() const { return !driver && !stopped && !fatal; }

  // Returns whether --strict accepts the replay. It is right to skip a call that had no effect in the recording either.
  // An error that the recorded program did not ask for may be a mistake of the program, unless a good driver does not
  // have it. Running out of memory and losing the context are never mistakes of the program.
  bool is_clean() const;

  // Returns whether something is missing, so that an unexpected picture says nothing about the driver: it had no memory
  // for something, or one of our limits refused a call.
  bool lacks_something() const;
};

std::string to_text(const Summary& summary);
nlohmann::json to_json(const Summary& summary);

}  // namespace replay
