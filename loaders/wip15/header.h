// The start of a WIP15 file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "loaders/base/cursor.h"
#include "loaders/base/result.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

constexpr std::size_t kMaxHeaderBytes = 5 + 1 + 16 + 4 + 4;

struct Header {
  Dialect dialect;
  std::uint32_t max_functions = 0;
  std::uint32_t max_groups = 0;
};

bool is_wip15(std::span<const std::byte> start);

// Leaves `cursor` after the header.
Result<Header> read_header(Cursor& cursor);

}  // namespace loaders::wip15
