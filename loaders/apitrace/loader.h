// The apitrace loader: makes batches of calls from events.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "loaders/container/input_window.h"
#include "loaders/stream/call_source.h"

namespace loaders::apitrace {

// True for every file: one of the containers has no magic number. So this format must be asked last.
bool is_apitrace(std::span<const std::byte> start);

// `window` is at the start of the compressed file.
OpenResult open(InputWindow window, const std::string& file);

}  // namespace loaders::apitrace
