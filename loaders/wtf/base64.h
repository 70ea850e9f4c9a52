// Base64, in which JSON files hold bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace loaders::wtf {

// Appends the bytes that `text` stands for; the padding may be missing, as it does in a file that was cut. Where the
// first character stands that does not belong there; nothing when there is none.
std::optional<std::size_t> decode_base64(std::string_view text, std::vector<std::byte>& out);

}  // namespace loaders::wtf
