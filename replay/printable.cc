#include "replay/printable.h"

namespace replay {

void make_printable(std::string& text, std::size_t begin) {
  for (std::size_t i = begin; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    // U+0080 to U+009F are such characters as well, C2 80 to C2 9F in UTF-8.
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (control || (c == 0xc2 && next >= 0x80 && next < 0xa0)) text[i] = '?';
  }
}

}  // namespace replay
