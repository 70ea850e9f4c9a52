#include "replay/base/printable.h"

#include "loaders/base/printable.h"

namespace replay {

void make_printable(std::string& text, std::size_t begin) {
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\t' && loaders::is_control(text, i)) text[i] = '?';
  }
}

}  // namespace replay
