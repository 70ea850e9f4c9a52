// The start of a WIP15 file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "loaders/base/cursor.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

constexpr std::size_t kMaxHeaderBytes = 5 + 1 + 16 + 4 + 4;

struct Header {
  Dialect dialect;
  std::uint32_t max_functions = 0;
  std::uint32_t max_groups = 0;
};

bool is_wip15(std::span<const std::byte> start);

// A sentence on what is wrong with the header, empty when nothing is. Leaves `cursor` behind the header, or bad.
std::string read_header(Cursor& cursor, Header& header);

}  // namespace loaders::wip15
