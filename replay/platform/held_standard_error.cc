#include "replay/platform/held_standard_error.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sstream>
#include <string>

namespace replay {

HeldStandardError::HeldStandardError(const char* who)
    : who_(who),
      held_(::memfd_create("standard error", MFD_CLOEXEC)),
      before_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  if (held_ >= 0 && before_ >= 0) ::dup2(held_, STDERR_FILENO);
}

HeldStandardError::~HeldStandardError() {
  if (held_ >= 0 && before_ >= 0) {
    ::dup2(before_, STDERR_FILENO);
    log();
  }
  if (held_ >= 0) ::close(held_);
  if (before_ >= 0) ::close(before_);
}

void HeldStandardError::log() const {
  std::string text(4096, '\0');
  const auto bytes = ::pread(held_, text.data(), text.size(), 0);
  text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) spdlog::debug("{}: {}", who_, line);
}

}  // namespace replay
