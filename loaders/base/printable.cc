#include "loaders/base/printable.h"

#include <fmt/format.h>

#include <iterator>

namespace loaders {

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are control characters as well, and begin with this byte in UTF-8.
    const bool is_c1 = byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte < 0x20 || byte == 0x7f || is_c1) {
      fmt::format_to(std::back_inserter(out), "\\{:03o}", byte);
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace loaders
