// The folder that an export goes to. It is made under a hidden name beside the wanted one, and gets its name when it is
// whole. All names of files in it are ours: nothing of a recording is in them.
//
// With --sandbox the process that writes may neither make nor rename folders. Its parent does both.
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
  enum class Role : std::uint8_t { kAlone, kParent, kChild };

  // Throws CannotJudge when there is a file of that name, or a folder that is not empty, or none can be made.
  ExportFolder(std::filesystem::path wanted, Role role);
  // Removes what was not finished. A child leaves that to its parent.
  ~ExportFolder() { remove(); }
  ExportFolder(const ExportFolder&) = delete;
  ExportFolder& operator=(const ExportFolder&) = delete;

  // Stores bytes in a file. Returns its number: the same one for the same bytes.
  std::size_t blob(std::span<const std::byte> bytes);
  std::size_t blobs() const { return blobs_.size(); }

  const std::filesystem::path& hidden() const { return hidden_; }
  const std::filesystem::path& wanted() const { return wanted_; }

  // Removes what is there so far.
  void remove();
  // Where the program is written before the folder is whole.
  std::filesystem::path unfinished() const { return hidden_ / "repro.tmp"; }
  // Gives the program its name, and then the folder. Throws CannotJudge.
  void finish();
  // For a parent whose child has ended: gives the folder its name if the child has finished.
  void finish_what_child_wrote();

 private:
  void give_name();

  Role role_;
  std::filesystem::path wanted_, hidden_;
  std::map<std::string, std::size_t> blobs_;  // by length and MD5
  bool is_finished_ = false;
};

}  // namespace replay
