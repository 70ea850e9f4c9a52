// Base64: the form in which pages and JSON files hold bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

std::string base64(std::span<const std::uint8_t> bytes);

// Returns nothing where the text is no base64, or is cut.
std::optional<std::vector<std::uint8_t>> base64_decoded(std::string_view text);

}  // namespace replay
