// SHA-256, as 64 hexadecimal digits in lower case.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace replay {

std::string sha256_of_text(std::string_view text);
std::string sha256_of_file(const std::filesystem::path& file);  // empty when it cannot be read

}  // namespace replay
