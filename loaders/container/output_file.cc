#include "loaders/container/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace loaders {
namespace {

namespace fs = std::filesystem;

std::atomic<unsigned> last_file = 0;

// The name belongs to this process and this file alone, so that two writers never share one.
fs::path hidden_name_beside(const fs::path& path, unsigned file) {
  return path.parent_path() / fmt::format(".{}.{}-{}.tmp", path.filename().string(), ::getpid(), file);
}

// Follows symbolic links, so that they stay when the file is replaced.
fs::path real_path(const fs::path& path) {
  std::error_code absent;
  fs::path real = fs::canonical(path, absent);
  return absent ? path : real;
}

Error cannot_write(const fs::path& path, int error) {
  return {fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error))};
}

}  // namespace

Result<OutputFile> OutputFile::create(const fs::path& path) {
  std::error_code absent;
  const fs::file_status status = fs::status(path, absent);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) return cannot_write(path, errno);
    return OutputFile(fd, path, {});
  }
  fs::path real = real_path(path);
  fs::path hidden = hidden_name_beside(real, ++last_file);
  const int fd = ::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return cannot_write(path, errno);
  return OutputFile(fd, std::move(real), std::move(hidden));
}

OutputFile::~OutputFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
}

void OutputFile::remove_unfinished(const fs::path& path) {
  const fs::path real = real_path(path);
  for (unsigned file = 1; file <= last_file; ++file) ::unlink(hidden_name_beside(real, file).c_str());
}

Status OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return problem(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

// Some file systems report a full disk only when the file is closed.
Status OutputFile::commit() {
  int error = ::close(std::exchange(fd_, -1)) != 0 ? errno : 0;
  if (error == 0 && !hidden_.empty() && std::rename(hidden_.c_str(), path_.c_str()) != 0) error = errno;
  if (error == 0) return {};
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
  return problem(error);
}

ByteSink OutputFile::sink() {
  return {[this](std::span<const std::byte> bytes) { return write(bytes); }, [] { return Status(); }};
}

Error OutputFile::problem(int error) const { return cannot_write(path_, error); }

}  // namespace loaders
