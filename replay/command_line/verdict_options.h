// The options of the commands that judge: plain structs, filled by verdict_options.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/tolerance.h"
#include "replay/base/supervision.h"
#include "replay/base/trace_limits.h"
#include "replay/base/window_size.h"

namespace replay {

struct DiffOptions {
  std::string first, second;  // two PNG files or two folders
  Tolerance tolerance;
  std::string output;  // folder for difference pictures; empty: none
  std::string html;    // empty: none
  bool json = false;
};

struct RunOptions {
  std::string manifest;
  std::string device;   // empty: the only one that the manifest names
  std::string db_path;  // folder of the traces; empty: traces-db beside the manifest, else its folder
  std::string output = "results";
  unsigned jobs = 1;
  double timeout = 300;            // seconds for a trace
  std::uint64_t memory_limit = 0;  // bytes for a trace; 0: none
  std::string baseline, flakes, skips;  // files; empty: none
  std::string shard;                    // "I/N"; empty: as the environment says
  std::uint32_t shards = 0;             // how many, where the environment says only which one this is
  std::string durations;                // results of an earlier run; empty: none
  std::string require_renderer, require_version;  // regular expressions; empty: any
  bool update = false;
  Sandbox sandbox = Sandbox::kOff;
  bool keep_pictures = false;
};

struct MergeOptions {
  std::vector<std::string> files;
  std::string output = "results";
};

struct BisectOptions {
  std::string trace;
  std::string good, bad;  // as parse_launch() takes them
  Tolerance tolerance;
  std::optional<double> timeout = 60;  // seconds for one answer of a side
  CrashVerdict crash = CrashVerdict::kBad;
  bool exhaustive = false;
  bool allow_lower = false;
  std::optional<WindowSize> size;
  AllLimits limits;
  std::vector<std::string> limit_arguments;  // the same for both sides, as given
  std::string output = "bisect";
};

struct BisectScriptOptions {
  std::string trace, frame, expect, build;
  std::string environment;  // what a shell takes in front of a command; empty: nothing
  std::string output;       // folder for the pictures of all commits; empty: none is kept
  std::optional<WindowSize> size;
  Tolerance tolerance;
  std::string require_renderer, require_version;
  std::optional<double> timeout;
  CrashVerdict crash = CrashVerdict::kBad;
};

struct DiffStateOptions {
  std::string first, second;
  bool json = false;
};

// Of the question which driver there is.
struct DriverOptions {};

// Of one side of a bisection, which starts it.
struct ProbeOptions {
  std::string trace;
  bool allow_lower = false;
  std::optional<WindowSize> size;
  AllLimits limits;
};

}  // namespace replay
