// `replay fetch` downloads one recording for `replay run --download`, which starts it.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_fetch(const FetchOptions& options);

}  // namespace replay
