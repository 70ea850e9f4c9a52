#include "loaders/base/printable.h"

#include <fmt/format.h>

#include <iterator>

namespace loaders {

bool is_control(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte != 0xc2) return byte < 0x20 || byte == 0x7f;
  const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
  return next >= 0x80 && next < 0xa0;
}

void append_printable(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_control(text, i)) {
      fmt::format_to(std::back_inserter(out), "\\{:03o}", static_cast<unsigned char>(text[i]));
    } else {
      out += text[i];
    }
  }
}

std::string printable(std::string_view text) {
  std::string out;
  append_printable(out, text);
  return out;
}

}  // namespace loaders
