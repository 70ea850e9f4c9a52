#include "replay/corpus/run_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <functional>

#include "replay/base/progress_line.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

constexpr auto kShowEvery = std::chrono::milliseconds(500);

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::string run_progress_text(std::size_t done, std::size_t total, double part, double seconds,
                              const std::vector<std::pair<std::string, double>>& running) {
  std::string text = fmt::format("{} of {} traces done", done, total);
  if (const std::string left = time_left(part, seconds); !left.empty()) text += ", " + left;
  const char* before = "; ";
  for (const auto& [name, time] : running) {
    text += fmt::format("{}{} ({:.0f} s)", before, name, time);
    before = ", ";
  }
  return text;
}

RunProgress::RunProgress(const std::vector<const TraceEntry*>& entries, const ExpectedTimes& expected)
    : expected_(expected),
      total_(entries.size()),
      is_shown_(shows_progress()) {
  for (const TraceEntry* entry : entries) all_ += expected.of(*entry);
  if (is_shown_) ticker_.emplace([this](const std::stop_token& enough) { tick(enough); });
}

RunProgress::~RunProgress() {
  ticker_.reset();
  if (is_shown_) clear_progress();
}

void RunProgress::begin(const TraceEntry& entry) {
  const std::lock_guard lock(mutex_);
  running_.emplace_back(&entry, Clock::now());
  show();
}

void RunProgress::end(const TraceEntry& entry, bool is_done) {
  const std::lock_guard lock(mutex_);
  std::erase_if(running_, [&](const auto& running) { return running.first == &entry; });
  if (!is_done) return;
  ++done_;
  done_time_ += expected_.of(entry);
}

void RunProgress::show() const {
  if (!is_shown_) return;
  std::vector<std::pair<std::string, double>> names;
  for (const auto& [entry, begin] : running_) {
    const double seconds = seconds_since(begin);
    names.emplace_back(std::filesystem::path(entry->path).filename().string(), seconds);
  }
  std::ranges::sort(names, std::greater(), &std::pair<std::string, double>::second);
  show_progress(run_progress_text(done_, total_, all_ > 0 ? done_time_ / all_ : 0, seconds_since(begin_), names));
}

void RunProgress::tick(const std::stop_token& enough) {
  prepare_own_thread("run-progress");
  std::condition_variable_any changed;
  std::unique_lock lock(mutex_);
  for (;;) {  // the first line comes with the first trace
    changed.wait_for(lock, enough, kShowEvery, [] { return false; });
    if (enough.stop_requested()) return;
    show();
  }
}

}  // namespace replay
