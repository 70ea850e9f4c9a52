// PNG files as pictures.
#pragma once

#include <filesystem>

#include "loaders/base/result.h"
#include "replay/picture/picture.h"

namespace replay {

// Reads any PNG, as RGBA of 8 bits. The error names the file.
loaders::Result<Picture> read_png_file(const std::filesystem::path& path);

// Whether its first bytes are those of a PNG file. False for a file that cannot be read.
bool is_png_file(const std::filesystem::path& path);

}  // namespace replay
