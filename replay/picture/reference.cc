#include "replay/picture/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/picture/png_reader.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLine = 4096;

std::string trimmed(std::string line) {
  const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
  line.erase(line.begin(), std::find_if_not(line.begin(), line.end(), is_space));
  line.erase(std::find_if_not(line.rbegin(), line.rend(), is_space).base(), line.end());
  return line;
}

// A file name may have a '#' in it, but not at its start or after a blank.
std::string without_comment(const std::string& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || std::isspace(static_cast<unsigned char>(line[i - 1])))) return line.substr(0, i);
  }
  return line;
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_hexadecimal(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

// Returns whether `one` is nearer to the picture than `other`, where both differ from it.
bool nearer(const Comparison& one, const Comparison& other) {
  if (one.same_size() != other.same_size()) return one.same_size();
  return std::pair(one.exceeding, one.differing) < std::pair(other.exceeding, other.differing);
}

struct CanvasFile {
  fs::path path;
  unsigned canvas;
};

// Returns a.ctx1.png, a.ctx2.png ... for a.png, in the order of their numbers.
std::vector<CanvasFile> canvas_files(const fs::path& path) {
  std::vector<CanvasFile> files;
  std::error_code none;
  const std::string start = path.stem().string() + ".ctx", end = ".png";
  for (const auto& entry : fs::directory_iterator(path.has_parent_path() ? path.parent_path() : ".", none)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(start) || !name.ends_with(end) || name.size() <= start.size() + end.size()) continue;
    unsigned canvas = 0;
    const char* const last = name.data() + name.size() - end.size();
    const auto [stopped, error] = std::from_chars(name.data() + start.size(), last, canvas);
    if (error == std::errc{} && stopped == last) files.push_back({path.parent_path() / name, canvas});
  }
  std::sort(files.begin(), files.end(), [](const CanvasFile& a, const CanvasFile& b) { return a.canvas < b.canvas; });
  return files;
}

Reference load_list(const fs::path& path) {
  std::ifstream file(path);
  if (!file || fs::is_directory(path))
    throw CannotJudge(fmt::format("{}: the reference cannot be read", path.string()));
  Reference reference;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.size() > kLongestLine) {
      throw CannotJudge(fmt::format("{}: line {} is neither an MD5 nor a PNG file", path.string(), number));
    }
    const std::string entry = trimmed(without_comment(line));
    if (entry.empty()) continue;
    if (is_md5(entry)) {
      reference.add_checksum(entry);
      continue;
    }
    const fs::path picture = path.parent_path() / entry;
    if (!is_png_file(picture) && canvas_files(picture).empty()) {
      throw CannotJudge(fmt::format("{}: line {}: '{}' is neither an MD5 nor a PNG file", path.string(), number,
                                    entry.substr(0, 200)));
    }
    reference.add_picture(picture);
  }
  if (reference.accepted().empty()) throw CannotJudge(fmt::format("{}: the reference accepts nothing", path.string()));
  return reference;
}

}  // namespace

bool is_md5(const std::string& text) { return text.size() == 32 && is_hexadecimal(text); }
bool is_sha256(const std::string& text) { return text.size() == 64 && is_hexadecimal(text); }

Reference Reference::load(const std::string& text) {
  Reference reference;
  std::error_code ignored;
  if (is_md5(text) && !fs::exists(text, ignored)) {
    reference.add_checksum(text);
    return reference;
  }
  if (canvas_files(text).empty()) {
    if (!fs::exists(text, ignored)) throw CannotJudge(fmt::format("{}: there is no such reference", text));
    if (!is_png_file(text)) return load_list(text);
  }
  reference.add_picture(text);
  return reference;
}

void Reference::add_checksum(std::string checksum) {
  checksum = lower_case(std::move(checksum));
  accepted_.push_back({.name = checksum, .checksum = checksum});
}

bool Reference::has_picture(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none) || !canvas_files(path).empty();
}

void Reference::add_picture(const fs::path& path) {
  const std::vector<CanvasFile> canvases = canvas_files(path);
  if (canvases.empty() || fs::exists(path)) add_file(path, std::nullopt);
  for (const CanvasFile& file : canvases) add_file(file.path, file.canvas);
}

void Reference::add_file(const fs::path& path, std::optional<unsigned> canvas) {
  Picture picture = need(read_png_file(path));
  accepted_.push_back({.name = path.string(),
                       .checksum = checksum_of(picture, kind_),
                       .picture = std::move(picture),
                       .canvas = canvas});
}

Judgement Reference::judge(const Picture& picture, const Tolerance& tolerance, std::optional<unsigned> canvas) const {
  Judgement result{.checksum = checksum_of(picture, kind_), .tolerance = to_string(tolerance), .canvas = canvas};
  const bool has_own = canvas && std::any_of(accepted_.begin(), accepted_.end(),
                                             [&](const Accepted& one) { return one.canvas == canvas; });
  const auto counts = [&](const Accepted& one) { return has_own ? one.canvas == canvas : !one.canvas.has_value(); };
  const Accepted* nearest = nullptr;
  for (const Accepted& accepted : accepted_) {
    if (!counts(accepted)) continue;
    std::optional<Comparison> comparison;
    if (accepted.picture) comparison = compare(picture, *accepted.picture, tolerance);
    // Pictures are compared where there are any, since those of 2x1 and 1x2 pixels can have the same hash.
    const bool good = comparison ? comparison->passes : accepted.checksum == result.checksum;
    if (!good && (!comparison || (result.comparison && !nearer(*comparison, *result.comparison)))) continue;
    nearest = &accepted;
    result.comparison = comparison;
    result.good = good;
    if (good) break;
  }
  if (accepted_.empty()) return result;
  if (nearest == nullptr) {
    const auto first = std::find_if(accepted_.begin(), accepted_.end(), counts);
    nearest = first != accepted_.end() ? &*first : &accepted_.front();
  }
  result.nearest = nearest->name;
  if (nearest->picture) result.expected = nearest->picture;
  return result;
}

std::string to_string(const Judgement& judgement) {
  std::string text = judgement.canvas && !judgement.good ? fmt::format("canvas {} ", *judgement.canvas) : "";
  if (judgement.nearest.empty()) return text + fmt::format("nothing is expected yet: it is {}", judgement.checksum);
  text += fmt::format("{} {}", judgement.good ? "good: as expected by" : "differs from", judgement.nearest);
  if (judgement.comparison) {
    text += fmt::format(": {} (tolerance {})", to_string(*judgement.comparison), judgement.tolerance);
  } else if (!judgement.good) {
    text += fmt::format(": it is {}", judgement.checksum);
    if (judgement.tolerance != "exact") text += "; a checksum knows no tolerance";
  }
  return text;
}

nlohmann::json to_json(const Judgement& judgement) {
  nlohmann::json out = {{"good", judgement.good},
                        {"md5", judgement.checksum},
                        {"expected", judgement.nearest},
                        {"tolerance", judgement.tolerance}};
  if (judgement.canvas) out["context"] = *judgement.canvas;
  if (judgement.comparison) out["comparison"] = to_json(*judgement.comparison);
  return out;
}

}  // namespace replay
