// FolderLock: a folder that one process at a time writes results into.
#pragma once

#include <filesystem>

namespace replay {

// The lock goes when the object or the process does, however it ends. It is the folder itself that is locked, so no
// file is left.
class FolderLock {
 public:
  // The folder exists. Throws CannotJudge when another process has it. A file system without locks locks nothing.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

}  // namespace replay
