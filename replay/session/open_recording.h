// Opens the trace that a command works on.
#pragma once

#include <memory>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/stream/call_source.h"

namespace replay {

// Never null. Throws CannotJudge with the loader's message when the file is no trace, or cannot be read.
std::unique_ptr<loaders::CallSource> open_recording(const std::string& trace, const loaders::Limits& limits);

}  // namespace replay
