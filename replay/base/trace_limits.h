// --limit: what a file may ask of those who read it and of those who draw it.
#pragma once

#include "loaders/base/limits.h"
#include "replay/base/limits.h"

namespace replay {

struct AllLimits {
  loaders::Limits loaders;
  DriverLimits driver;
};

}  // namespace replay
