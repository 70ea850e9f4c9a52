#include "replay/base/progress_line.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>

#include "replay/base/printable.h"

namespace replay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kUsualWidth = 80;

std::atomic<bool> is_shown = false;
std::atomic<Clock::rep> last_shown = 0;

std::size_t width_of_terminal() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsualWidth;
}

// At once, so that what two threads print does not mix.
void write_to_terminal(const std::string& text) noexcept {
  [[maybe_unused]] const ssize_t lost = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

bool shows_progress() {
  static const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  return is_terminal && spdlog::should_log(spdlog::level::info);
}

void show_progress(const std::string& text) {
  if (!shows_progress()) return;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep before = last_shown;
  if (before != 0 && now - before < Clock::duration(kPause).count()) return;
  if (!last_shown.compare_exchange_strong(before, now)) return;  // another thread shows one now
  std::string line = text;
  make_printable(line);
  is_shown = true;
  write_to_terminal("\r" + std::string(whole_letters(line, width_of_terminal() - 1)) + "\033[K");
}

void clear_progress() noexcept {
  if (is_shown.exchange(false)) (void)!::write(STDERR_FILENO, "\r\033[K", 4);
}

std::string time_left(double part, double seconds_so_far) {
  if (part < 0.02 || seconds_so_far < 1 || part > 1) return "";
  const auto seconds = static_cast<std::uint64_t>(seconds_so_far * (1 - part) / part + 0.5);
  if (seconds < 120) return fmt::format("{} s left", seconds);
  return seconds < 7200 ? fmt::format("{} min left", (seconds + 30) / 60) : fmt::format("{} h left", seconds / 3600);
}

}  // namespace replay
