// OutputFile: a file that is there whole or not at all. Its bytes go to a hidden file beside it, which commit() gives
// the file's name. So the name leads to what was there before or to all of the new bytes, also after a crash or on a
// full disk. A symbolic link is kept, and the file that it leads to is replaced. What is no regular file (a device, a
// pipe) is written directly.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "loaders/base/result.h"
#include "loaders/container/byte_sink.h"

namespace loaders {

class OutputFile {
 public:
  static Result<OutputFile> create(const std::filesystem::path& path);
  // A descriptor that is open already, which this owns from now on. It is written directly; errors call it `name`.
  static OutputFile adopt(int fd, std::string name) { return {fd, std::move(name), {}}; }
  OutputFile(OutputFile&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)),
        path_(std::move(other.path_)),
        hidden_(std::move(other.hidden_)) {}
  OutputFile& operator=(OutputFile&&) = delete;
  // Without a commit() nothing stays.
  ~OutputFile();

  // For a process that a signal ends: removes what its files for `path` have written without a commit(). What was at
  // `path` stays.
  static void remove_unfinished(const std::filesystem::path& path);

  Status write(std::span<const std::byte> bytes);

  // To be called once, after the last write().
  Status commit();

  // Where the bytes are before commit(). Empty: the path is no regular file, and they are gone.
  const std::filesystem::path& hidden() const { return hidden_; }

  // A sink that writes here, and whose finish() does not commit. The file must stay where it is while it is used.
  ByteSink sink();

 private:
  OutputFile(int fd, std::filesystem::path path, std::filesystem::path hidden)
      : fd_(fd),
        path_(std::move(path)),
        hidden_(std::move(hidden)) {}
  Error problem(int error) const;

  int fd_ = -1;
  std::filesystem::path path_, hidden_;  // `hidden_` is empty when `path_` is written directly
};

}  // namespace loaders
