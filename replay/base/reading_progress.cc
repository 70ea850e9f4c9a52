#include "replay/base/reading_progress.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <filesystem>

#include "replay/base/progress_line.h"

namespace replay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMoment = 1;  // seconds

std::atomic<int> tellers = 0;
std::atomic<double> last_part = 0;

}  // namespace

std::function<void(std::uint64_t)> reading_progress(const std::string& trace) {
  if (!shows_progress()) return {};
  std::error_code unknown;
  const auto size = std::filesystem::is_regular_file(trace, unknown) ? std::filesystem::file_size(trace, unknown) : 0;
  if (unknown || size == 0) return {};
  last_part = 0;
  return [name = std::filesystem::path(trace).filename().string(), size = static_cast<double>(size),
          begin = Clock::now()](std::uint64_t bytes) {
    const double part = static_cast<double>(bytes) / size;
    last_part = part;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (tellers > 0 || seconds < kMoment) return;
    const std::string left = time_left(part, seconds);
    show_progress(fmt::format("reading {}: {:.0f} %{}{}", name, 100 * part, left.empty() ? "" : ", ", left));
  };
}

double part_read() { return last_part; }

NoReadingProgress::NoReadingProgress() { ++tellers; }
NoReadingProgress::~NoReadingProgress() { --tellers; }

}  // namespace replay
