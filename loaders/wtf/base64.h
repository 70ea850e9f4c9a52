// Base64: the form in which JSON files hold bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace loaders::wtf {

// Appends the bytes that `text` stands for. The padding may be missing, as in a file that was cut. Returns the place of
// the first character that base64 does not have, and nothing when there is none.
std::optional<std::size_t> decode_base64(std::string_view text, std::vector<std::byte>& out);

}  // namespace loaders::wtf
