// ScratchFolder: a folder for files that a command needs while it runs.
#pragma once

#include <filesystem>

namespace replay {

// It is removed with this object.
class ScratchFolder {
 public:
  ScratchFolder();  // throws CannotJudge
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  void remove() const;  // for a process that a signal ends
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace replay
