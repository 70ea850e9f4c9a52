#include "replay/picture/picture_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string>
#include <utility>

namespace replay {
namespace {

constexpr std::array kFormats = {
    std::pair{PictureFormat::kPng, "png"}, std::pair{PictureFormat::kQoi, "qoi"}, std::pair{PictureFormat::kPpm, "ppm"},
    std::pair{PictureFormat::kY4m, "y4m"}, std::pair{PictureFormat::kRgb, "rgb"},
};

constexpr std::string_view kOtherEndings[] = {"jpg", "jpeg", "bmp", "gif", "tga",  "tif", "tiff", "webp",
                                              "exr", "hdr",  "mp4", "mkv", "webm", "avi", "mov"};

// In lower case and without its dot.
std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  if (ending.empty()) return ending;
  ending.erase(0, 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

}  // namespace

const char* name_of(PictureFormat format) { return kFormats[static_cast<std::size_t>(format)].second; }

std::optional<PictureFormat> find_picture_format(std::string_view name) {
  const auto* found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& row) { return row.second == name; });
  return found == kFormats.end() ? std::nullopt : std::optional(found->first);
}

std::string picture_format_names() {
  std::string names;
  for (const auto& [format, name] : kFormats) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

std::optional<PictureFormat> format_of_file(const std::filesystem::path& path) {
  return find_picture_format(ending_of(path));
}

bool is_of_other_format(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  return std::find(std::begin(kOtherEndings), std::end(kOtherEndings), ending) != std::end(kOtherEndings);
}

}  // namespace replay
