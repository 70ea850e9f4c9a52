// The WIP15 loader: makes batches of calls from operations.
#pragma once

#include <memory>
#include <string>

#include "loaders/container/input_window.h"
#include "loaders/stream/call_source.h"

namespace loaders::wip15 {

// `window` is at the start of a stream for which is_wip15() holds.
OpenResult open(InputWindow window, const std::string& file);

}  // namespace loaders::wip15
