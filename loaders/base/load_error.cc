#include "loaders/base/load_error.h"

#include <fmt/format.h>

#include "loaders/base/printable.h"

namespace loaders {

std::string LoadError::to_string() const {
  // The error is about the file as a whole.
  if (section.empty()) return fmt::format("{}: {}", file, printable(problem));
  return fmt::format("{}: byte {}, call {}, {}: {}", file, offset, call, printable(section), printable(problem));
}

}  // namespace loaders
