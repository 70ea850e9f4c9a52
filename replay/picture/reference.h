// Reference: what a picture is expected to be: one or several accepted pictures or hashes, any of which will do.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/comparison.h"

namespace replay {

struct Accepted {
  std::string name;                 // for messages: the file, or the MD5
  std::string md5;                  // of its RGB pixels, lower case
  std::optional<Picture> picture{};  // none: only the MD5 is known
  std::optional<unsigned> canvas{};  // of a frame that shows several, the one that it is of; none: any
};

// What a picture is when it is held against the accepted ones.
struct Judgement {
  bool good = false;
  std::string md5;                       // of the picture
  std::string nearest{};                   // name of the accepted one that passed or, with pictures to compare, came nearest
  std::optional<Comparison> comparison{};  // with that one
  std::optional<Picture> expected{};       // that one, when it is a picture
  std::string tolerance;
  std::optional<unsigned> canvas{};
};

class Reference {
 public:
  // `text` is one of: 32 hexadecimal digits, the MD5 of RGB pixels; a PNG file; a text file with one of these a line (files
  // relative to the folder of the text file, '#' begins a comment). Throws CannotJudge: a reference that is not there or is
  // empty must not make anything good.
  static Reference load(const std::string& text);

  void add_md5(std::string md5);  // precondition: is_md5()
  // And those of the canvases of the frame: a.ctx2.png beside a.png, which need not be there then. Throws CannotJudge.
  void add_picture(const std::filesystem::path& path);

  // `canvas`: when the frame shows several. What is accepted for that very one counts alone, if there is any.
  Judgement judge(const Picture& picture, const Tolerance& tolerance, std::optional<unsigned> canvas = std::nullopt) const;

  const std::vector<Accepted>& accepted() const { return accepted_; }

 private:
  void add_file(const std::filesystem::path& path, std::optional<unsigned> canvas);

  std::vector<Accepted> accepted_;
};

bool is_md5(const std::string& text);

// One line: "good: as expected by ref.png", "differs from ref.png: 3 of 12 pixels ...".
std::string to_string(const Judgement& judgement);
nlohmann::json to_json(const Judgement& judgement);

}  // namespace replay
