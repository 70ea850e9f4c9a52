#include "replay/observe/progress.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>

#include "replay/dispatch/dispatcher.h"

namespace replay {

Progress::Progress() : is_shown_(::isatty(STDERR_FILENO) == 1 && spdlog::should_log(spdlog::level::info)) {}

void Progress::frame_shown(Dispatcher& d, std::uint64_t frame) {
  if (!is_shown_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  shown_ = true;
  const std::uint64_t call = d.current() != nullptr ? d.current()->number : 0;
  fmt::print(stderr, "\rframe {}, call {} ", frame, call);
  std::fflush(stderr);
}

void Progress::finished(Dispatcher&) {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace replay
