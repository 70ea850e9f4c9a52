#include "loaders/wtf/string_table.h"

#include <fmt/format.h>

namespace loaders::wtf {

Status StringTable::read(std::string_view part, const Limits& limits) {
  text_ = part;
  if (!text_.ends_with('\0')) text_ += '\0';
  std::size_t begin = 0;
  for (std::size_t end = text_.find('\0'); end != text_.npos; end = text_.find('\0', begin)) {
    if (ends_.size() >= limits.elements) return Error{"it has more strings than " + limits.option(&Limits::elements)};
    if (end - begin > limits.text_bytes) {
      return Error{fmt::format("a string of {} bytes is above {}", end - begin, limits.option(&Limits::text_bytes))};
    }
    ends_.push_back(static_cast<std::uint32_t>(end));
    begin = end + 1;
  }
  return {};
}

void StringTable::append(std::string_view string) {
  text_ += string;
  ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  text_ += '\0';
}

}  // namespace loaders::wtf
