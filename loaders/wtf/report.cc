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
  const auto append = [&](const Tally& tally, const char* what) {
    if (tally.count() > 0) warnings.push_back(fmt::format("{} {} (first {})", tally.count(), what, tally.first()));
  };
  append(unusable_headers, "file headers cannot be read and are ignored");
  append(skipped_parts, "chunks or parts of chunks are of no known type and are skipped");
  append(lost_strings, "string numbers are outside of their table and are taken as null");
  append(undefined_types, "types of events are used and not defined");
  append(surplus_arguments, "events have more arguments than a call can hold");
  append(missing_images, "textures are made of images that cannot be had, and are black");
  if (assumed_canvases.count() > 0) warnings.push_back(assumed_canvases.first());
  if (more_errors > 0) warnings.push_back(fmt::format("{} more errors follow the first", more_errors));
}

}  // namespace loaders::wtf
