#include "replay/process/standard_streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace replay {
namespace {

constexpr int kAway = 100;  // copies are above what careless code closes first

int output_copy = -1, error_copy = -1;

bool is_same_file(int a, int b) {
  struct stat first {
  }, second{};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// Returns whether there was something to put back.
bool restore(int fd, int copy) {
  return copy >= 0 && ::fcntl(copy, F_GETFD) != -1 && !is_same_file(fd, copy) && ::dup2(copy, fd) == fd;
}

}  // namespace

void remember_standard_streams() {
  if (output_copy >= 0) ::close(output_copy);
  if (error_copy >= 0) ::close(error_copy);
  output_copy = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kAway);
  error_copy = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, kAway);
}

LostStreams restore_standard_streams() {
  return {.output = restore(STDOUT_FILENO, output_copy), .error = restore(STDERR_FILENO, error_copy)};
}

}  // namespace replay
