#include "replay/base/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace replay {
namespace {

namespace fs = std::filesystem;

loaders::Error cannot_write(const fs::path& path, int error) {
  return {fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error))};
}

using Inode = std::pair<dev_t, ino_t>;

std::mutex spared_mutex;
std::set<Inode> spared;  // never_overwrite()

// Returns the inode of the file that a name leads to, so that a link cannot be used to get around never_overwrite().
std::optional<Inode> inode_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Inode{status.st_dev, status.st_ino};
}

bool is_spared(const fs::path& path) {
  const auto inode = inode_of(path);
  const std::lock_guard lock(spared_mutex);
  return inode && spared.contains(*inode);
}

// Returns 0, or the errno of what went wrong.
int write_all(int fd, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

// Some file systems report a full disk only when the file is closed.
int write_and_close(int fd, std::span<const std::uint8_t> bytes) {
  const int error = write_all(fd, bytes);
  return ::close(fd) != 0 && error == 0 ? errno : error;
}

// The name belongs to this process and this call alone, so that two writers never share one.
fs::path hidden_name_beside(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  return path.parent_path() / fmt::format(".{}.{}-{}.tmp", path.filename().string(), ::getpid(), ++count);
}

loaders::Status write_straight(const fs::path& path, std::span<const std::uint8_t> bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return cannot_write(path, errno);
  if (const int error = write_and_close(fd, bytes)) return cannot_write(path, error);
  return {};
}

loaders::Status replace(const fs::path& path, std::span<const std::uint8_t> bytes) {
  const fs::path hidden = hidden_name_beside(path);
  const int fd = ::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return cannot_write(path, errno);
  int error = write_and_close(fd, bytes);
  if (error == 0 && std::rename(hidden.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(hidden.c_str());
  return cannot_write(path, error);
}

}  // namespace

void never_overwrite(const fs::path& file) {
  if (const auto inode = inode_of(file)) {
    const std::lock_guard lock(spared_mutex);
    spared.insert(*inode);
  }
}

loaders::Status write_whole_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
  if (is_spared(path)) return loaders::Error{fmt::format("cannot write '{}': it is being read", path.string())};
  std::error_code absent;
  const fs::file_status status = fs::status(path, absent);
  if (fs::is_regular_file(status)) {
    std::error_code gone;  // set when somebody has removed the file since
    const fs::path real = fs::canonical(path, gone);
    return replace(gone ? path : real, bytes);
  }
  return fs::exists(status) ? write_straight(path, bytes) : replace(path, bytes);
}

loaders::Status write_whole_file(const fs::path& path, std::string_view text) {
  return write_whole_file(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

loaders::Status make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);  // no error when it is there already
  if (!error && !fs::is_directory(folder, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (!error) return {};
  return loaders::Error{fmt::format("cannot make the folder '{}': {}", folder.string(), error.message())};
}

}  // namespace replay
