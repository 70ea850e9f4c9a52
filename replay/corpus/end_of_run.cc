#include "replay/corpus/end_of_run.h"

#include <fmt/format.h>

#include <condition_variable>

#include "replay/process/signals.h"

namespace replay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::milliseconds(50);

std::optional<Clock::time_point> after(std::optional<double> seconds) {
  if (!seconds) return std::nullopt;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

}  // namespace

EndOfRun::EndOfRun(std::optional<double> seconds)
    : deadline_(after(seconds)),
      seconds_(seconds.value_or(0)),
      watcher_([this](const std::stop_token& enough) { watch(enough); }) {}

std::string EndOfRun::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

std::optional<std::string> EndOfRun::look() const {
  char space[32];
  if (const int signal = asked_to_end()) return fmt::format("{} ended the run", name_of_signal(signal, space));
  if (deadline_ && Clock::now() >= *deadline_) return fmt::format("the {:g} s of --time were over", seconds_);
  return std::nullopt;
}

void EndOfRun::watch(const std::stop_token& enough) {
  prepare_own_thread("end-of-run");
  std::condition_variable_any changed;
  std::unique_lock lock(mutex_);
  while (!enough.stop_requested()) {
    if (auto reason = look()) {
      reason_ = *std::move(reason);
      lock.unlock();
      source_.request_stop();
      return;
    }
    changed.wait_for(lock, enough, kLookEvery, [] { return false; });
  }
}

}  // namespace replay
