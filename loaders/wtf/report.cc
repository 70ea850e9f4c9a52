#include "loaders/wtf/report.h"

#include <fmt/format.h>

namespace loaders::wtf {

void Report::fail(Damage damage, std::uint64_t offset, std::string section, std::string problem) {
  if (error) {
    ++more_errors;
    return;
  }
  error = LoadError{damage, offset, events, file, std::move(section), std::move(problem)};
}

void Report::append_warnings(std::vector<std::string>& warnings) const {
  unusable_headers.append_to(warnings, "file headers cannot be read and are ignored");
  skipped_parts.append_to(warnings, "chunks or parts of chunks are of no known type and are skipped");
  lost_strings.append_to(warnings, "string numbers are outside of their table and are taken as null");
  undefined_types.append_to(warnings, "types of events are used and not defined");
  surplus_arguments.append_to(warnings, "events have more arguments than a call can hold");
  missing_images.append_to(warnings, "textures are made of images that cannot be had, and are black");
  if (assumed_canvases.count() > 0) warnings.push_back(assumed_canvases.first());
  if (more_errors > 0) warnings.push_back(fmt::format("{} more errors follow the first", more_errors));
}

}  // namespace loaders::wtf
