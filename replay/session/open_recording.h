// Opens the trace that a command works on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/container/passages.h"
#include "loaders/stream/call_source.h"

namespace replay {

// kAhead: a thread of its own may unpack a large file. kAlone: there is none, so that the process can fork.
enum class Reading : std::uint8_t { kAhead, kAlone };

// Never null. Throws CannotJudge with the loader's message when the file is no trace, or cannot be read.
std::unique_ptr<loaders::CallSource> open_recording(const std::string& trace, const loaders::Limits& limits,
                                                    Reading reading = Reading::kAhead,
                                                    std::shared_ptr<loaders::Passages> passages = {});

}  // namespace replay
