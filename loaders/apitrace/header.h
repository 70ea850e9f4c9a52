// The start of an apitrace stream.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "loaders/apitrace/format.h"
#include "loaders/base/cursor.h"
#include "loaders/base/record_problem.h"

namespace loaders::apitrace {

struct Header {
  Dialect dialect;
  // Says how to replay; another one than the version when a tool rewrote an old trace.
  std::uint64_t semantic_version = 0;
  std::vector<std::pair<std::string, std::string>> properties;
};

// Leaves `cursor` after the header, or bad.
Header read_header(Cursor& cursor, RecordProblem& problem);

}  // namespace loaders::apitrace
