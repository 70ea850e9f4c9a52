#include "loaders/base/load_error.h"

#include <fmt/format.h>

namespace loaders {

std::string LoadError::to_string() const {
  std::string text = fmt::format("{}: byte {}, call {}", file, offset, call);
  if (!section.empty()) text += ", " + section;
  return text + ": " + problem;
}

}  // namespace loaders
