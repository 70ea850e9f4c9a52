// Pictures as the bytes of a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "loaders/base/result.h"
#include "replay/picture/picture.h"
#include "replay/picture/picture_format.h"

namespace replay {

struct PictureCoding {
  PictureFormat format = PictureFormat::kPng;  // no film
  int png_level = 1;                           // see encode_png()
};

// Returns the bytes of a file with the RGB of the picture. Equal pictures give equal bytes.
loaders::Result<std::vector<std::uint8_t>> encode(const Picture& picture, const PictureCoding& coding);

// Writes the same bytes to a file, by write_whole_file().
loaders::Status write_picture_file(const std::filesystem::path& path, const Picture& picture,
                                   const PictureCoding& coding = {});

}  // namespace replay
