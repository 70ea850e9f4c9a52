#include "replay/corpus/unchanged.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "replay/base/progress_line.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

// The status that a replay gave it, in the run that replayed it.
Status status_of_replay(const Result& result) {
  return result.status == Status::kUnchanged ? result.earlier.status : result.status;
}

// Whether what the replay came to would come out of another one too: of a hang or a crash that is not certain, and a
// flake is known to end in different ways.
bool is_repeatable(const Result& result) {
  const Status status = status_of_replay(result), plain = result.plain.value_or(status);
  const bool as_usual = (status == Status::kPass && plain == Status::kPass) ||
                        (status == Status::kExpectedFail && plain == Status::kFail);
  return as_usual && result.hashes.empty() && result.first_try.empty();
}

}  // namespace

EarlierRun::EarlierRun(std::string file) : file_(std::move(file)) {
  for (Result& result : read_results(file_)) {
    const std::pair key(result.device, result.test);
    results_.insert_or_assign(key, std::move(result));
  }
}

std::string EarlierRun::why_not(const Result* earlier, const TraceInputs& inputs, const KnownResults& known) const {
  if (earlier == nullptr) return "there is no earlier result";
  if (!is_repeatable(*earlier)) return "the earlier result is not one that is sure to come again";
  if (inputs.empty() || earlier->inputs.empty()) return "it is not known what decides the result";
  if (const auto names = differing_inputs(earlier->inputs, inputs); !names.empty())
    return fmt::format("another {}", fmt::join(names, ", "));
  Result again = *earlier;
  again.status = again.plain.value_or(status_of_replay(*earlier));
  if (known.with_baseline(again) != status_of_replay(*earlier)) return "the baseline says something else of it";
  if (known.flakes.match(earlier->test)) return "it is on the list of flakes";
  return "";
}

std::optional<Result> EarlierRun::take_over(const std::string& device, const std::string& test,
                                            const TraceInputs& inputs, const KnownResults& known) {
  ++asked_;
  const auto found = results_.find({device, test});
  const Result* earlier = found == results_.end() ? nullptr : &found->second;
  if (const std::string reason = why_not(earlier, inputs, known); !reason.empty()) {
    ++reasons_[reason];
    return std::nullopt;
  }
  ++taken_;
  Result result = *earlier;
  const bool is_second_hand = earlier->status == Status::kUnchanged;
  if (!is_second_hand) result.earlier = {.status = earlier->status, .seconds = earlier->times.busy()};
  result.status = Status::kUnchanged;
  result.reason =
      fmt::format("{} in {}, and nothing that decides it has changed since", to_string(result.earlier.status), file_);
  result.seconds = 0;
  result.peak_memory = 0;
  result.times = {};
  result.output.clear();
  for (FrameResult& frame : result.frames) {  // they are not in the folder of this run
    frame.actual_picture.clear();
    frame.expected_picture.clear();
  }
  return result;
}

std::string EarlierRun::summary() const {
  std::string text = fmt::format("{} of {} traces are unchanged since {}", taken_, asked_, file_);
  const char* before = "; the others are replayed: ";
  for (const auto& [reason, count] : reasons_) {
    text += fmt::format("{}{} ({})", before, reason, count);
    before = ", ";
  }
  return text;
}

void take_over_unchanged(EarlierRun& earlier, const std::vector<const TraceEntry*>& entries, const FileOf& file_of,
                         const JobSettings& settings, const KnownResults& known, std::size_t jobs, RunLog& log) {
  std::vector<TraceInputs> inputs(entries.size());
  std::atomic<std::size_t> next = 0;
  const auto read = [&] {
    prepare_own_thread("read-traces");
    for (std::size_t i = next++; i < entries.size() && !settings.stop.stop_requested(); i = next++) {
      show_progress(fmt::format("reading recordings: {} of {}", i + 1, entries.size()));
      if (!is_skipped(*entries[i], settings.device, known))
        inputs[i] = inputs_now(*entries[i], file_of(*entries[i]), settings);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min(jobs, entries.size()); ++i) threads.emplace_back(read);
  threads.clear();
  clear_progress();
  if (settings.stop.stop_requested()) return;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (is_skipped(*entries[i], settings.device, known)) continue;
    if (auto result = earlier.take_over(settings.device, entries[i]->path, inputs[i], known))
      log.add(*std::move(result));
  }
}

}  // namespace replay
