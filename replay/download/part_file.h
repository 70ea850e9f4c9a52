// PartFile: what has been downloaded of a file so far. It lies beside the file, hidden, until all of it is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "loaders/base/result.h"

namespace replay {

// One process at a time has the part of a file; the lock goes when the process does, however it ends. The part stays
// then, and the next one goes on with it.
class PartFile {
 public:
  // Waits as long as another process has it. Makes the folder.
  static loaders::Result<PartFile> open(const std::filesystem::path& file);
  PartFile(PartFile&& other) noexcept
      : file_(std::move(other.file_)),
        fd_(std::exchange(other.fd_, -1)),
        size_(other.size_),
        version_(std::move(other.version_)) {}
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile();

  std::uint64_t size() const { return size_; }  // bytes that are there
  // What the server said of the file that these bytes are of: a strong ETag, or a date. Empty: nothing.
  const std::string& version() const { return version_; }
  std::filesystem::path path() const;

  loaders::Status begin(const std::string& version);  // empties it
  loaders::Status append(std::span<const std::byte> bytes);
  loaders::Status commit();  // gives it the name of the file, in place of what has it
  void remove();

 private:
  PartFile(std::filesystem::path file, int fd) : file_(std::move(file)), fd_(fd) {}
  std::filesystem::path version_path() const;
  void read_state();

  std::filesystem::path file_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
  std::string version_{};
};

}  // namespace replay
