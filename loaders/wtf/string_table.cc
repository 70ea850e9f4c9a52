#include "loaders/wtf/string_table.h"

#include "loaders/wtf/format.h"

namespace loaders::wtf {

bool StringTable::read(std::string_view part) {
  text_ = part;
  if (!text_.ends_with('\0')) text_ += '\0';
  for (std::size_t end = text_.find('\0'); end != text_.npos; end = text_.find('\0', end + 1)) {
    if (ends_.size() == kMaxStrings) return false;
    ends_.push_back(static_cast<std::uint32_t>(end));
  }
  return true;
}

void StringTable::append(std::string_view string) {
  text_ += string;
  ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  text_ += '\0';
}

}  // namespace loaders::wtf
