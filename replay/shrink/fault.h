// Fault: what a recording is to go on showing while it becomes smaller.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/base/trace_limits.h"
#include "replay/base/window_size.h"
#include "replay/picture/tolerance.h"
#include "replay/process/launch.h"
#include "replay/shrink/driver_side.h"
#include "replay/shrink/oracle.h"

namespace replay {

// What somebody wants to know of candidates, as the command line says it.
struct FaultQuestion {
  enum class Kind : std::uint8_t {
    kDiffers,    // two drivers draw something else
    kCrash,      // the driver crashes
    kExpectNot,  // a picture is wrong
    kError,      // GL reports an error
    kWhile,      // a command says so
  } kind = Kind::kDiffers;
  Launch good, bad;
  Tolerance tolerance;
  std::string reference;                                       // kExpectNot: as Reference::load() takes it
  std::optional<std::uint64_t> frame;                          // kExpectNot; none: the last
  std::uint32_t error = 0;                                     // kError
  std::string command;                                         // kWhile
  std::optional<double> timeout = 60;                          // seconds for a candidate
  std::optional<std::chrono::steady_clock::time_point> end{};  // of the search for the first difference
  std::string trace;
  std::vector<std::string> side_arguments;  // the trace and the options of `replay probe`
  AllLimits limits;
  unsigned jobs = 1;
};

// The fault as it shows in the whole recording.
struct Fault {
  std::optional<std::uint64_t> call{};       // where it shows
  std::optional<std::uint64_t> last_call{};  // after this one nothing matters; none: everything matters
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;  // of `call`
  LookAt look{};
  int signal = 0;                            // kCrash
  bool is_visible = false;                   // kDiffers: in the colours of a window
  bool is_color = false;                     // kDiffers
  std::optional<AttachmentImage> picture{};  // kExpectNot: the wrong one
  std::string text{};                        // for people: "SIGSEGV in glDrawArrays, call 812"
};

// Finds the fault in a recording, which may be another one than question.trace: the result of a search. Throws
// CannotJudge when there is none.
Fault find_fault(const FaultQuestion& question);

// The oracle that finds this fault again in candidates of `recording`.
Oracle make_oracle(const FaultQuestion& question, const Fault& fault, const StoredRecording& recording);

}  // namespace replay
