// Result: how the run of one trace ended, in deqp-runner's words, and as a line of NDJSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace replay {

enum class Status : std::uint8_t {
  kPass,
  kFail,     // it draws something else, or nothing
  kCrash,
  kTimeout,
  kFlake,    // run twice, and only one outcome was good; or on the list of flakes
  kSkip,
  kMissing,  // no such file, or not the one that the manifest means
  kExpectedFail,           // it fails as the baseline says
  kUnexpectedImprovement,  // the baseline says otherwise
  kNotJudged,              // what `replay` ends with 125 for: nothing was learned of the driver
};

const char* to_string(Status status);
std::optional<Status> find_status(const std::string& word);

// Whether a status makes a run bad.
constexpr bool is_bad(Status status) {
  return status == Status::kFail || status == Status::kCrash || status == Status::kTimeout ||
         status == Status::kUnexpectedImprovement;
}

// One frame of one trace.
struct FrameResult {
  std::string frame{};                  // "last", or its number
  std::uint64_t number = 0;           // what "last" came to
  std::string actual{};                 // MD5
  std::vector<std::string> accepted{};  // MD5s and paths
  bool good = false;
  std::string verdict{};          // a sentence
  std::string actual_picture{}, expected_picture{};  // files; empty: none. Relative to the folder of the results
};

struct Result {
  std::string test{};  // the trace as the manifest names it
  std::string device{};
  Status status = Status::kSkip;
  std::optional<Status> plain{};  // what it would be without the baseline and the retry
  std::string reason{};
  std::string renderer{}, version{};  // of the driver
  double seconds = 0;
  std::uint64_t peak_memory = 0;  // bytes
  std::vector<FrameResult> frames{};
  std::vector<std::string> hashes{};  // where runs ended differently: what each drew, or how it ended
  std::string command{};              // to run it by hand
  std::string output{};               // the last lines of standard error, when it went wrong

  // Seen to be one, and not only on the list of flakes.
  bool is_real_flake() const { return status == Status::kFlake && !hashes.empty(); }
};

nlohmann::json to_json(const Result& result);
// Throws std::runtime_error for a line that is no result.
Result result_of(const nlohmann::json& line);

// Every line of an NDJSON file; throws CannotJudge with file and line. A last line without its end, of a run that was
// interrupted, is left out with a warning.
std::vector<Result> read_results(const std::filesystem::path& file);

struct Totals {
  std::uint64_t by_status[10] = {};
  std::uint64_t of(Status status) const { return by_status[static_cast<std::size_t>(status)]; }
};
Totals count(const std::vector<Result>& results);
std::string to_string(const Totals& totals);  // "12 Pass, 1 Fail, 3 Skip"
// 1 when something is bad, 125 when nothing is but something is missing or could not be judged, or nothing was run, else 0.
int exit_code(const Totals& totals);

}  // namespace replay
