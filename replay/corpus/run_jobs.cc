#include "replay/corpus/run_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace replay {
namespace {

// What the jobs of a run share.
class Jobs {
 public:
  Jobs(Schedule& schedule, const FileOf& file_of, const JobSettings& settings, const KnownResults& known, RunLog& log,
       RunProgress& progress)
      : schedule_(schedule),
        file_of_(file_of),
        settings_(settings),
        known_(known),
        log_(log),
        progress_(progress) {}

  void work() {
    double seconds = 0;
    try {
      const StageTimer timer(seconds);
      while (const auto turn = schedule_.take()) run(*turn);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      problem_ = std::current_exception();
      schedule_.stop();
    }
    const std::lock_guard lock(mutex_);
    at_work_ += seconds;
  }

  // To be called when no job works any more.
  RunTimes times(std::size_t jobs, double seconds) {
    if (problem_) std::rethrow_exception(problem_);
    times_.jobs = jobs;
    times_.seconds = seconds;
    times_.stages.waiting = schedule_.waited();
    times_.idle = std::max(0.0, static_cast<double>(jobs) * seconds - at_work_);
    return std::move(times_);
  }

 private:
  void run(const Turn& turn) {
    progress_.begin(*turn.entry);
    Result result = run_and_retry(*turn.entry, file_of_, settings_, known_);
    result.times.waiting = turn.waited;
    const bool is_to_run_again = result.lacked_memory && !turn.is_again;
    progress_.end(*turn.entry, !is_to_run_again);
    if (is_to_run_again) {
      {
        const std::lock_guard lock(mutex_);
        first_tries_.emplace(turn.entry, std::move(result));
      }
      schedule_.put_back(turn);
      return;
    }
    schedule_.give_back(turn);
    if (result.status == Status::kNotRun) return;
    {
      const std::lock_guard lock(mutex_);
      if (turn.is_again) add_first_try(first_tries_.at(turn.entry), result);
      times_.add(result);
    }
    const auto no_line = progress_.hold();
    log_.add(std::move(result));
  }

  static void add_first_try(const Result& first, Result& result) {
    result.first_try = first.reason;
    result.reason = fmt::format("tried again alone, because it had ended for lack of memory ({}){}{}", first.reason,
                                result.reason.empty() ? "" : ": ", result.reason);
    result.times.waiting += first.times.waiting;
    result.times.retrying += first.times.busy();
  }

  Schedule& schedule_;
  const FileOf& file_of_;
  const JobSettings& settings_;
  const KnownResults& known_;
  RunLog& log_;
  RunProgress& progress_;
  std::mutex mutex_;
  std::exception_ptr problem_;
  std::map<const TraceEntry*, Result> first_tries_;  // of those that were put back
  RunTimes times_;
  double at_work_ = 0;  // seconds, of all jobs
};

}  // namespace

RunTimes run_jobs(Schedule& schedule, const FileOf& file_of, const JobSettings& settings, const KnownResults& known,
                  std::size_t jobs, RunLog& log, RunProgress& progress) {
  const std::stop_callback stops(settings.stop, [&] { schedule.stop(); });
  Jobs shared(schedule, file_of, settings, known, log, progress);
  double seconds = 0;
  {
    const StageTimer timer(seconds);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back([&] { shared.work(); });
  }
  return shared.times(jobs, seconds);
}

}  // namespace replay
