// Where draws and clears of a recorded context go.
#pragma once

#include <cstdint>

namespace replay {

enum class DrawnInto : std::uint8_t { kWindow, kObject, kUnknown };

}  // namespace replay
