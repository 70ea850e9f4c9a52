// The folder that an export goes to. It is made under a hidden name beside the wanted one, and gets its name when it is
// whole. All names of files in it are ours: nothing of a recording is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace replay {

class ExportFolder {
 public:
  // Throws CannotJudge when there is a file of that name, or a folder that is not empty, or none can be made.
  explicit ExportFolder(std::filesystem::path wanted);
  // Removes what was not finished.
  ~ExportFolder();
  ExportFolder(const ExportFolder&) = delete;
  ExportFolder& operator=(const ExportFolder&) = delete;

  // Stores bytes in a file. Returns its number: the same one for the same bytes.
  std::size_t blob(std::span<const std::byte> bytes);
  std::size_t blobs() const { return blobs_.size(); }

  const std::filesystem::path& hidden() const { return hidden_; }
  const std::filesystem::path& wanted() const { return wanted_; }

  // Gives the folder its name. Throws CannotJudge.
  void finish();

 private:
  std::filesystem::path wanted_, hidden_;
  std::map<std::string, std::size_t> blobs_;  // by length and MD5
  bool is_finished_ = false;
};

}  // namespace replay
