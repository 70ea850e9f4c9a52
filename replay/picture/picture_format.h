// The forms in which a picture or a film of them can be written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace replay {

enum class PictureFormat : std::uint8_t {
  kPng,
  kQoi,  // larger files than PNG, written in less time
  kPpm,  // not compressed
  kY4m,  // a film, which video programs read without being told its size: YCbCr 4:4:4 after BT.601, limited range
  kRgb,  // a film of bare pixels: 3 bytes each, top row first, without any header
};

constexpr bool is_film(PictureFormat format) { return format == PictureFormat::kY4m || format == PictureFormat::kRgb; }

// The name on the command line, which is also the ending of a file: "png".
const char* name_of(PictureFormat format);
std::optional<PictureFormat> find_picture_format(std::string_view name);
std::string picture_format_names();  // "png, qoi ..."

// The format that the ending of a file asks for. Nothing when the ending is none of ours.
std::optional<PictureFormat> format_of_file(const std::filesystem::path& path);
// Whether the ending is that of pictures or films of which none are written: JPEG, MP4 ...
bool is_of_other_format(const std::filesystem::path& path);

}  // namespace replay
