// Summary: what a replay has to say at its end, as text for people and as JSON for scripts.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/picture/reference.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/observe/call_profile.h"
#include "replay/observe/frame_times.h"
#include "replay/session/known_errors.h"
#include "replay/observe/recorded_returns.h"
#include "replay/dispatch/self_check.h"
#include "replay/observe/snapshots.h"
#include "replay/process/call_ring.h"
#include "replay/process/culprit.h"

namespace replay {

// What ended the replay before its time.
struct Interruption {
  std::string by;     // "SIGSEGV", "exit()"
  bool crash = false;  // else somebody wanted it
  Culprit culprit = Culprit::kDriver;  // of a crash
  std::string where;   // "in call 12 glClear, frame 0"
  std::vector<CallRing::Entry> last_calls;  // oldest first; empty when none was being issued
};

// "crashed (SIGSEGV) in call 12 glClear, frame 0".
std::string to_string(const Interruption& interruption);

struct Summary {
  loaders::TraceInfo trace;
  std::optional<DriverInfo> driver;  // none: no context was ever current
  std::uint64_t calls = 0, frames = 0;
  std::uint64_t left_out = 0;  // of these calls: their drawing could not reach the pictures
  double seconds = 0;  // wall clock, from the first call to the last
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
    bool known = false;  // to the report of a good driver
  };
  std::vector<Skipped> skipped;
  std::vector<Error> errors;          // that the recorded run did not have
  std::vector<Error> unasked_errors;  // after which the recorded program did not ask
  bool errors_are_known = false;      // there is a report of a good driver
  std::uint64_t vanished_errors = 0;
  GlErrors::Finding out_of_memory;
  std::vector<Snapshot> snapshots;
  std::optional<FrameTimeFigures> frame_times;
  std::optional<ProfileFigures> profile;
  std::optional<SelfCheckResult> self_check;
  std::optional<RecordedReturnsResult> recorded_returns;  // of --self-check
  std::optional<Judgement> judgement;        // of --expect
  std::vector<std::string> difference_files;  // pictures written because it is bad
  std::vector<std::string> warnings;          // of the file and of the platform
  std::vector<std::string> picture_problems;  // why a picture that was asked for is not there
  std::optional<loaders::LoadError> file_error;
  std::optional<Interruption> interruption;
  bool fatal = false;  // the replay could not go on
  int exit_code = 0;

  // The calls and errors of one more run over the same recording (--loop).
  void add_run(const Dispatcher& dispatcher, const loaders::FunctionTable& functions);

  // Marks the errors that a good driver had as well.
  void mark_known(const KnownErrors& good);

  // It came to its end, and no GL context was ever current.
  bool draws_nothing() const { return !driver && !stopped && !fatal; }

  // Whether --strict is content. A call that had no effect in the recording either was skipped rightly. What the recorded program did
  // not ask for may be its own mistake, unless a good driver tells better; to be out of memory or lost is no program's.
  bool is_clean() const;

  // What a picture says nothing about that is not as expected: the driver had no memory for something, or a limit of ours kept a
  // call from it.
  bool lacks_something() const;
};

std::string to_text(const Summary& summary);
nlohmann::json to_json(const Summary& summary);

}  // namespace replay
