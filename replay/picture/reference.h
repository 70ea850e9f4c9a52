// Reference: what a picture is expected to be: one or several pictures or hashes. A picture is good when it is one of
// them.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/comparison.h"

namespace replay {

struct Accepted {
  std::string name;                  // the file or the checksum, for messages
  std::string checksum;              // of the kind of the reference, in lower case
  std::optional<Picture> picture{};  // none: only the checksum is known
  std::optional<unsigned> canvas{};  // the canvas that it shows, where a frame has several; none: any canvas
};

// The result of comparing a picture with the accepted ones.
struct Judgement {
  bool good = false;
  std::string checksum;                    // of the picture
  std::string nearest{};                   // the accepted one that passed or, among pictures, came nearest
  std::optional<Comparison> comparison{};  // with the nearest one
  std::optional<Picture> expected{};       // the nearest one, when it is a picture
  std::string tolerance;
  std::optional<unsigned> canvas{};
};

class Reference {
 public:
  explicit Reference(ChecksumKind kind = ChecksumKind::kMd5OfRgb) : kind_(kind) {}

  // `text` is one of these: 32 hexadecimal digits, which are the MD5 of RGB pixels; a PNG file; a text file with one of
  // these on each line (files are relative to the folder of the text file, '#' begins a comment). Throws CannotJudge
  // when the reference is missing or empty, so that it cannot make anything good.
  static Reference load(const std::string& text);

  void add_checksum(std::string checksum);  // of the kind of the reference
  // Also adds the pictures of the canvases of the frame: a.ctx2.png beside a.png. With these, a.png need not exist.
  // Throws CannotJudge.
  void add_picture(const std::filesystem::path& path);

  // Whether add_picture() would find a file, readable or not.
  static bool has_picture(const std::filesystem::path& path);

  // Where nothing is accepted, it is not good and tells the checksum. `canvas` is given when the frame shows several.
  // If pictures are accepted for exactly that canvas, only those count.
  Judgement judge(const Picture& picture, const Tolerance& tolerance,
                  std::optional<unsigned> canvas = std::nullopt) const;

  const std::vector<Accepted>& accepted() const { return accepted_; }

 private:
  void add_file(const std::filesystem::path& path, std::optional<unsigned> canvas);

  ChecksumKind kind_;
  std::vector<Accepted> accepted_;
};

bool is_md5(const std::string& text);     // 32 hexadecimal digits
bool is_sha256(const std::string& text);  // 64 of them

// Returns one line: "good: as expected by ref.png", "differs from ref.png: 3 of 12 pixels ...".
std::string to_string(const Judgement& judgement);
nlohmann::json to_json(const Judgement& judgement);

}  // namespace replay
