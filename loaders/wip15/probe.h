// Finds out which of three integer encodings a 0.0a file uses: its version does not say (format.h).
#pragma once

#include <cstddef>
#include <span>

#include "loaders/base/limits.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

// How many bytes of a file probe_integers() should get, if the file has as many.
constexpr std::size_t kProbeBytes = std::size_t{1} << 20;

// `operations` begins after the header of a 0.0a file, and may end inside an operation.
Integers probe_integers(std::span<const std::byte> operations, const Limits& limits = {});

}  // namespace loaders::wip15
