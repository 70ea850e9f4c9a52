// Result: how the run of one trace ended. It has deqp-runner's statuses and can be written as a line of NDJSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/corpus/inputs.h"
#include "replay/corpus/stage_times.h"

namespace replay {

enum class Status : std::uint8_t {
  kPass,
  kFail,  // the trace draws something different from what is expected, or nothing
  kCrash,
  kTimeout,
  kFlake,  // of two runs only one was good, or the trace is on the list of flakes
  kSkip,
  kMissing,                // the file is missing, or it is not the one that the manifest describes
  kExpectedFail,           // the trace fails as the baseline says
  kUnexpectedImprovement,  // the trace passes although the baseline says that it fails
  kNotJudged,              // the replay could not judge the driver; it ends with 125 in such a case
  kNotRun,                 // the run ended before the trace did
  kUnchanged,              // it was not replayed, because an earlier result still holds
};

const char* to_string(Status status);
std::optional<Status> find_status(const std::string& word);
std::vector<Status> all_statuses();

// Whether a status makes a run bad.
constexpr bool is_bad(Status status) {
  return status == Status::kFail || status == Status::kCrash || status == Status::kTimeout ||
         status == Status::kUnexpectedImprovement;
}

// Whether a status says that nothing is known of the driver.
constexpr bool is_unknown(Status status) {
  return status == Status::kMissing || status == Status::kNotJudged || status == Status::kNotRun;
}

// Whether reports show a trace by itself, and not only in the list of all.
constexpr bool is_shown(Status status) {
  return is_bad(status) || status == Status::kMissing || status == Status::kNotJudged || status == Status::kFlake;
}

// One frame of one trace.
struct FrameResult {
  std::string frame{};                  // "last" or the frame's number
  std::uint64_t number = 0;             // the frame's number, also for "last"
  std::string actual{};                 // the checksum of the picture, of the kind of the accepted ones
  std::vector<std::string> accepted{};  // checksums, and paths of pictures
  bool good = false;
  std::string verdict{};                             // a sentence
  std::string actual_picture{}, expected_picture{};  // paths relative to the folder of the results, or empty
};

// What an Unchanged result takes over from the run that replayed the trace.
struct EarlierResult {
  Status status = Status::kPass;
  double seconds = 0;  // that the trace took then, all in all
};

struct Result {
  std::string test{};  // the trace as the manifest names it
  std::string device{};
  Status status = Status::kSkip;
  std::optional<Status> plain{};  // the status that it would have without the baseline and the retry
  std::string reason{};
  std::string renderer{}, version{};  // the driver's
  double seconds = 0;
  StageTimes times{};
  TraceInputs inputs{};           // what decides the result
  EarlierResult earlier{};        // of an Unchanged result
  std::uint64_t peak_memory = 0;  // bytes
  double download_seconds = 0;    // 0: nothing was downloaded
  std::uint64_t downloaded_bytes = 0;
  std::vector<FrameResult> frames{};
  std::vector<std::string> hashes{};  // when runs ended differently: what each run drew, or how it ended
  std::string command{};              // a command that runs the trace by hand
  std::string first_try{};            // how it ended when it was killed for memory, and was tried again alone
  std::string output{};               // the last lines of standard error, when the run was not good

  bool lacked_memory = false;  // it ended for lack of memory. In no file, because it is tried again then

  // Whether two runs really ended differently. A trace that is only on the list of flakes is not a real one.
  bool is_real_flake() const { return status == Status::kFlake && !hashes.empty(); }
};

// Returns what is known of a result as lines of text: the reason, frames, and what was printed.
std::string details_of(const Result& result);

nlohmann::json to_json(const Result& result);
// Takes what to_json() makes; anything else is an error.
loaders::Result<Result> result_of(const nlohmann::json& line);

// Reads every line of an NDJSON file. Throws CannotJudge, which names the file and the line. A last line that is cut
// off, because the run was interrupted, is left out with a warning.
std::vector<Result> read_results(const std::filesystem::path& file);

struct Totals {
  std::uint64_t by_status[12] = {};
  std::uint64_t of(Status status) const { return by_status[static_cast<std::size_t>(status)]; }
};
Totals count(const std::vector<Result>& results);
// "3 traces, 12.5 MB in 4.1 s". Empty: none was downloaded.
std::string downloads_of(const std::vector<Result>& results);
std::string to_string(const Totals& totals);  // "12 Pass, 1 Fail, 3 Skip"
// Returns 1 when a result is bad. Otherwise it returns 125 when a trace is missing or could not be judged, or when
// nothing was run. In all other cases it returns 0.
int exit_code(const Totals& totals);

}  // namespace replay
