// Which traces a run is about: those of a manifest, or of one shard of it, or all recordings in a folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "replay/command_line/verdict_options.h"
#include "replay/corpus/expected_times.h"
#include "replay/corpus/manifest.h"
#include "replay/corpus/trace_files.h"

namespace replay {

struct ChosenTraces {
  Manifest manifest;
  std::string device;
  TraceSources sources;
  std::vector<const TraceEntry*> entries;  // of `manifest`; fewer where this is a shard
  Durations durations{};                   // of --durations
};

// Of a run that compares speed, the manifest may be a folder, and the device says only which labels count. Throws
// CannotJudge, also when there is no token where one is to be.
ChosenTraces choose_traces(const RunOptions& options);

}  // namespace replay
