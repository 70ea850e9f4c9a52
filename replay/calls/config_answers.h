// What recorded programs learned about FBConfigs, visuals, EGLConfigs and WGL pixel formats when they asked for
// attributes.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/remap/recorded_configs.h"

namespace replay {

struct ConfigAnswer {
  ConfigKey key;
  std::int64_t attribute = 0, value = 0;
};

// Appends the answers that the call got to `answers`. Calls that ask for something else or failed add none.
void add_config_answers(const loaders::Call& call, std::vector<ConfigAnswer>& answers);

}  // namespace replay
