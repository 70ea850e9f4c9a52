// `replay driver`: prints as JSON which driver this environment has. Other commands start it before they begin. It is
// not meant for people, and not in --help.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "replay/command_line/options.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/process/launch.h"

namespace replay {

int run_driver(const DriverOptions& options);

struct DriverAnswer {
  std::optional<DriverInfo> driver{};
  std::vector<std::string> libraries{};  // the paths of the libraries of the driver, sorted
  std::vector<std::string> builds{};     // of these libraries: builds_of_libraries()
  // Set when there is no `driver`. `is_absent`: there is none here (125), which is no fault of a driver. Otherwise the
  // driver crashed, hung or ended the process, as `problem` says.
  bool is_absent = false;
  std::string problem{};
};

// Asks in a child process, so that a driver that crashes ends only the child.
DriverAnswer ask_driver(const Launch& launch, double timeout, const std::stop_token& stop = {});

}  // namespace replay
