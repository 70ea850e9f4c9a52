#include "replay/base/file_name.h"

#include <fmt/format.h>

#include <cctype>

namespace replay {

std::string file_name_of(std::string_view text) {
  std::string name;
  const auto separates = [&](std::size_t i) { return i < text.size() && (text[i] == '/' || text[i] == '_'); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || (c == '.' && i > 0) ||
                       (c == '_' && !separates(i + 1) && !separates(i - 1));
    if (c == '/') name += "__";
    else if (plain) name += c;
    else name += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return name;
}

}  // namespace replay
