#include "replay/download/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "replay/base/whole_file.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

fs::path part_path(const fs::path& file) { return file.parent_path() / ("." + file.filename().string() + ".part"); }

loaders::Error problem(const fs::path& path, const char* what) {
  return loaders::Error{fmt::format("{}: {}: {}", path.string(), what, std::strerror(errno))};
}

// Whether the path still leads to what is open: the process that had the lock before may have finished the file.
bool leads_to(const fs::path& path, int fd) {
  struct stat named {
  }, opened{};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(fd, &opened) == 0 && named.st_dev == opened.st_dev &&
         named.st_ino == opened.st_ino;
}

bool lock(int fd) {
  int result = 0;
  do result = ::flock(fd, LOCK_EX);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace

loaders::Result<PartFile> PartFile::open(const fs::path& file) {
  if (auto made = make_folder(file.parent_path()); !made) return std::move(made).error();
  const fs::path part = part_path(file);
  while (true) {
    const int fd = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) return problem(part, "cannot be written");
    PartFile opened(file, fd);
    if (!lock(fd)) return problem(part, "cannot be locked");
    if (!leads_to(part, fd)) continue;
    opened.read_state();
    return opened;
  }
}

PartFile::~PartFile() {
  if (fd_ >= 0) ::close(fd_);
}

fs::path PartFile::path() const { return part_path(file_); }
fs::path PartFile::version_path() const { return path().string() + ".version"; }

void PartFile::read_state() {
  struct stat status {};
  size_ = ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  std::getline(std::ifstream(version_path()), version_);
}

loaders::Status PartFile::begin(const std::string& version) {
  if (::ftruncate(fd_, 0) != 0) return problem(path(), "cannot be written");
  size_ = 0;
  version_ = version;
  std::error_code none;
  if (version.empty()) fs::remove(version_path(), none);
  else if (auto written = write_whole_file(version_path(), version + "\n"); !written) return written;
  return {};
}

loaders::Status PartFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return problem(path(), "cannot be written");
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

loaders::Status PartFile::commit() {
  if (::fsync(fd_) != 0) return problem(path(), "cannot be written");
  if (::rename(path().c_str(), file_.c_str()) != 0) return problem(file_, "cannot be made");
  std::error_code none;
  fs::remove(version_path(), none);
  return {};
}

void PartFile::remove() {
  std::error_code none;
  fs::remove(version_path(), none);
  fs::remove(path(), none);
}

}  // namespace replay
