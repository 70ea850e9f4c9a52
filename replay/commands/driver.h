// `replay driver`: says as JSON which driver this environment has. Started by commands that want to know before they begin; not for
// people, and not in --help.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/command_line/options.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/process/launch.h"

namespace replay {

int run_driver(const DriverOptions& options);

struct DriverAnswer {
  std::optional<DriverInfo> driver{};
  std::vector<std::string> libraries{};  // that it consists of: paths, sorted
  // Without a driver: why. When none is there (125) this is no fault of a driver's; else it crashed, hung or ended the process.
  bool is_absent = false;
  std::string problem{};
};

// Asks in a child, so that a driver that crashes harms nobody.
DriverAnswer ask_driver(const Launch& launch, double timeout);

}  // namespace replay
