// PNG files as pictures.
#pragma once

#include <filesystem>

#include "replay/picture/picture.h"

namespace replay {

// Any PNG, as RGBA of 8 bits. Throws std::runtime_error with a sentence that names the file.
Picture read_png_file(const std::filesystem::path& path);

// By its first bytes. False for what cannot be read.
bool is_png_file(const std::filesystem::path& path);

}  // namespace replay
