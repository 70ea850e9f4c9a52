// LastFrame: which frame of a recording is its last one. Only reading the recording to its end tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/base/load_error.h"

namespace replay {

struct LastFrame {
  std::uint64_t number = 0;
  std::uint64_t call = 0;                   // its swap, or what stands for one in a recording without swaps
  std::optional<loaders::LoadError> error;  // what is wrong with the file, which may have lost its last frame by that
};

// Throws CannotJudge for a recording without a frame, and for a stream, because that can be read only once.
LastFrame find_last_frame(const std::string& trace, const loaders::Limits& limits);

}  // namespace replay
