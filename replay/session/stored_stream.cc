#include "replay/session/stored_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 128 << 10;  // bytes
constexpr int kFirstDescriptor = 64;       // above those that child processes are given

[[noreturn]] void fail(const std::string& what) {
  throw CannotJudge(fmt::format("{}: {}", what, std::strerror(errno)));
}

// Closes itself, unless it was released.
class Descriptor {
 public:
  Descriptor(int fd, const std::string& what) : fd_(fd) {
    if (fd_ < 0) fail(what);
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }

 private:
  int fd_;
};

std::size_t read_some(int from, std::vector<char>& bytes, const std::string& what) {
  for (;;) {
    const ssize_t count = ::read(from, bytes.data(), bytes.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) fail(what);
  }
}

void write_all(int to, const char* bytes, std::size_t size, const std::string& what) {
  while (size > 0) {
    const ssize_t count = ::write(to, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(what);
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
}

// A file of which nothing stays, because it has no name.
int open_nameless(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || errno != EOPNOTSUPP) return fd;
  std::string name = folder + "/replay-XXXXXX";  // the file system cannot do it at once
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

std::string stored_stream(const std::string& trace) {
  std::error_code ignored;
  if (trace != "-" && (fs::is_regular_file(trace, ignored) || !fs::exists(trace, ignored))) return trace;
  const Descriptor from(trace == "-" ? ::dup(STDIN_FILENO) : ::open(trace.c_str(), O_RDONLY | O_CLOEXEC), trace);
  const std::string folder = fs::temp_directory_path(ignored).string();
  const Descriptor file(open_nameless(folder), folder);
  std::vector<char> bytes(kPiece);
  while (const std::size_t count = read_some(from.get(), bytes, trace))
    write_all(file.get(), bytes.data(), count, folder);
  // Without O_CLOEXEC: the children that replay the recording open it by the same path.
  const int kept = ::fcntl(file.get(), F_DUPFD, kFirstDescriptor);
  if (kept < 0) fail(trace);
  const std::string path = fmt::format("/dev/fd/{}", kept);
  spdlog::info("'{}' can be read once, so it was stored; messages call it {}", trace, path);
  return path;
}

}  // namespace replay
