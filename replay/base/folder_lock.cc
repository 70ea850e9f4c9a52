#include "replay/base/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "replay/base/cannot_judge.h"

namespace replay {

namespace {

// How long a run that was killed may seem to go on: a process that it was about to start has the lock until it is gone.
constexpr auto kPatience = std::chrono::seconds(1);

// Returns false when another process has it.
bool lock(int fd) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return true;  // a file system without locks
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace

// Replays that are started must not keep the lock: O_CLOEXEC.
FolderLock::FolderLock(const std::filesystem::path& folder)
    : fd_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (fd_ < 0 || lock(fd_)) return;
  ::close(fd_);
  throw CannotJudge(fmt::format("{}: another process writes results into it", folder.string()));
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace replay
