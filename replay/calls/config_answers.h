// What recorded programs were told of FBConfigs, visuals, EGLConfigs and WGL pixel formats when they asked.
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

// Appends the answers that the call brought to `answers`; none for calls that ask for something else, or that failed.
void add_config_answers(const loaders::Call& call, std::vector<ConfigAnswer>& answers);

}  // namespace replay
