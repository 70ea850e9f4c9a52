// Image files as pages load them, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tests {

// `pixels`: RGBA of 8 bits, one row.
std::string png_file(const std::vector<std::uint8_t>& pixels);
std::string webp_file(const std::vector<std::uint8_t>& pixels);

std::string grey_jpeg_file();  // 16 x 8

}  // namespace tests
