// The start of an apitrace stream.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "loaders/apitrace/format.h"
#include "loaders/base/cursor.h"

namespace loaders::apitrace {

struct Header {
  Dialect dialect;
  std::uint64_t semantic_version = 0;  // says how to replay; differs from the version when a tool rewrote an old trace
  std::vector<std::pair<std::string, std::string>> properties;
};

// A sentence on what is wrong with the header, empty when it is sound or cut. Leaves `cursor` behind the header, or
// bad.
std::string read_header(Cursor& cursor, Header& header);

}  // namespace loaders::apitrace
