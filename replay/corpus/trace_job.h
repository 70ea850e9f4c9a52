// TraceJob: one trace of a manifest, run in a child process and held against what the manifest expects of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "replay/corpus/manifest.h"
#include "replay/corpus/result.h"
#include "replay/base/supervision.h"

namespace replay {

struct JobSettings {
  std::string device;
  std::filesystem::path traces;      // folder that the paths of the manifest are relative to
  std::filesystem::path output;      // folder of the results
  std::string download_url;          // for messages
  double timeout = 300;              // seconds, where the manifest says nothing
  std::uint64_t memory_limit = 0;    // bytes; 0: none
  Sandbox sandbox = Sandbox::kOff;   // for each replay
  std::string require_renderer, require_version;  // regular expressions; empty: any
  bool keep_pictures = false;        // also of what passes
};

// Whether there is anything to run: the result when there is not, Skip, or NotJudged where nothing is expected. Looks at the manifest
// only.
std::optional<Result> skipped(const TraceEntry& entry, const std::string& device);

// Runs it once. Safe to call from several threads for different entries.
Result run_trace(const TraceEntry& entry, const JobSettings& settings);

}  // namespace replay
