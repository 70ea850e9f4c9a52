#include "replay/corpus/run_jobs.h"

#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace replay {

void run_jobs(Schedule& schedule, const JobSettings& settings, const KnownResults& known, std::size_t jobs,
              RunLog& log) {
  std::mutex mutex;
  std::exception_ptr problem;
  const std::stop_callback stops(settings.stop, [&] { schedule.stop(); });
  const auto work = [&] {
    try {
      while (const TraceEntry* entry = schedule.take()) {
        Result result = run_and_retry(*entry, settings, known);
        schedule.give_back(*entry);
        if (result.status != Status::kNotRun) log.add(std::move(result));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
      schedule.stop();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back(work);
  threads.clear();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace replay
