// Finding out which of three integer encodings a 0.0a file uses: its version does not say (format.h).
#pragma once

#include <cstddef>
#include <span>

#include "loaders/base/limits.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

// How much of a file probe_integers() should see, if it has as much.
constexpr std::size_t kProbeBytes = std::size_t{1} << 20;

// `operations` is the start of what follows the header of a 0.0a file; it may end inside an operation.
Integers probe_integers(std::span<const std::byte> operations, const Limits& limits = {});

}  // namespace loaders::wip15
