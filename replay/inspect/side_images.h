// SideImages: the images of a frame, call by call, out of what a side of a comparison has stored (frame_inspector.h has
// the lines).
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "replay/inspect/changed_boxes.h"
#include "replay/inspect/page_file.h"

namespace replay {

struct SideImage {
  std::string label;
  AttachmentImage now;  // `bytes` have the top row first, other than those of read_attachments()
};

struct SideChange {
  std::string label;  // of the image
  bool by_call = false;
  std::vector<PixelBox> boxes;
};

class SideImages {
 public:
  // Goes to the begin of the frame, before its first call. Throws CannotJudge when what is stored makes no sense; so
  // does next_call().
  SideImages(const std::filesystem::path& folder, std::size_t first_block);

  // Makes the next call. False: there is none.
  bool next_call();

  std::uint64_t call() const { return call_; }                         // its number
  const std::vector<SideChange>& changes() const { return changes_; }  // those that were seen after it
  // By label; null when there is no such image yet.
  const AttachmentImage* image(const std::string& label) const;

 private:
  void read_to_next_call();
  void add_image(const nlohmann::json& line);
  void add_change(const nlohmann::json& line);
  PixelBox add_piece(AttachmentImage& image, const nlohmann::json& piece);  // returns where it is

  StoredPage stored_;
  std::size_t first_block_;
  std::ifstream lines_;
  std::optional<std::uint64_t> next_;  // the number of the call that was read last, and has not been made
  std::uint64_t call_ = 0;
  std::map<std::size_t, SideImage> images_;  // by number
  std::vector<SideChange> changes_;
};

}  // namespace replay
