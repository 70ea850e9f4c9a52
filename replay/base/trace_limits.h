// AllLimits: what --limit sets: how much a file may ask of the loaders and of the driver.
#pragma once

#include "loaders/base/limits.h"
#include "replay/base/limits.h"

namespace replay {

struct AllLimits {
  loaders::Limits loaders;
  DriverLimits driver;
};

}  // namespace replay
