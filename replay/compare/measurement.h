// Measurement: what one replay of one side cost. It travels from the child process that replays to the one that
// compares.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "replay/base/measure.h"
#include "replay/observe/frame_meter.h"

namespace replay {

// "1.234 ms", "12.3 M", "45.6 MiB".
std::string with_unit(Measure measure, double value);

struct Measurement {
  std::string renderer, version;
  std::vector<std::string> libraries;  // the paths of what the driver consists of
  FrameCosts costs;
  double peak_memory = 0;    // bytes resident, without what the process had before there was a driver
  std::uint64_t skips = 0;   // calls that were not made
  std::uint64_t errors = 0;  // GL errors that the recording did not have
  // Calls that were skipped, or had an error of GL, when frames came again, beyond those of their first pass.
  std::uint64_t repeat_faults = 0;
  double load_ms = 0;         // reading and decoding, before anything is measured
  double valgrind_count = 0;  // instructions of all measured frames together, where callgrind counted them

  // Of all measured frames together; nothing when it could not be had.
  std::optional<double> total(Measure measure) const;
};

nlohmann::json to_json(const Measurement& measurement);
// Throws nlohmann's exceptions for what to_json() did not write.
Measurement measurement_of(const nlohmann::json& text);

}  // namespace replay
