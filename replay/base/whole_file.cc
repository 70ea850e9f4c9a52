#include "replay/base/whole_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "loaders/container/output_file.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

void never_overwrite(const fs::path& file) {
  if (const auto inode = inode_of(file)) {
    const std::lock_guard lock(spared_mutex);
    spared.insert(*inode);
  }
}

loaders::Status check_not_spared(const fs::path& path) {
  if (!is_spared(path)) return {};
  return loaders::Error{fmt::format("cannot write '{}': it is being read", path.string())};
}

loaders::Status write_whole_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
  if (auto allowed = check_not_spared(path); !allowed) return allowed;
  auto file = loaders::OutputFile::create(path);
  if (!file) return std::move(file).error();
  if (loaders::Status status = file->write(std::as_bytes(bytes)); !status) return status;
  return file->commit();
}

loaders::Status write_whole_file(const fs::path& path, std::string_view text) {
  return write_whole_file(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

loaders::Status check_can_write(const fs::path& path) {
  if (auto allowed = check_not_spared(path); !allowed) return allowed;
  std::error_code absent;
  const fs::file_status status = fs::status(path, absent);
  if (fs::exists(status) && !fs::is_regular_file(status)) return {};
  const auto file = loaders::OutputFile::create(path);  // goes without a commit
  return file ? loaders::Status() : file.error();
}

loaders::Status make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);  // no error when it is there already
  if (!error && !fs::is_directory(folder, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (!error) return {};
  return loaders::Error{fmt::format("cannot make the folder '{}': {}", folder.string(), error.message())};
}

}  // namespace replay
