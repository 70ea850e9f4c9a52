// TraceJob: runs one trace of a manifest in a child process and compares it to what the manifest expects.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "replay/base/supervision.h"
#include "replay/corpus/inputs.h"
#include "replay/corpus/manifest.h"
#include "replay/corpus/result.h"
#include "replay/corpus/trace_files.h"
#include "replay/picture/picture.h"

namespace replay {

struct JobSettings {
  std::string device;
  std::filesystem::path output;                           // the folder of the results
  double timeout = 300;                                   // seconds; used when the manifest sets none
  std::uint64_t memory_limit = 0;                         // bytes; 0 stands for no limit
  Sandbox sandbox = Sandbox::kOff;                        // the sandbox of each replay
  std::string require_renderer, require_version;          // regular expressions; an empty one accepts any driver
  ChecksumKind sha256_kind = ChecksumKind::kSha256OfRgb;  // what checksums of 64 digits are made of
  bool keep_pictures = false;                             // whether pictures of traces that pass are kept as well
  TraceInputs inputs{};                                   // inputs_of_run()
  std::stop_token stop{};                                 // ends the replay; its trace has not been run then
};

// The folder for the pictures of a trace, in that of the results. Different traces have different ones, and no name of
// a trace leads out of it.
std::string picture_folder(const std::string& trace);

// Returns nothing when the trace can be replayed. Otherwise it returns its result, Skip: a label forbids it, or it is a
// file for other replayers.
std::optional<Result> unfit(const TraceEntry& entry, const std::string& device);
// Returns nothing when the trace is to be run. Otherwise it returns its result, Skip. It reads the manifest only.
std::optional<Result> skipped(const TraceEntry& entry, const std::string& device);

// What would decide the result of the trace if it ran now. Empty: that is not known, or there is no such file. Safe as
// run_trace() is.
TraceInputs inputs_now(const TraceEntry& entry, const TraceFile& file, const JobSettings& settings);

// Runs the trace once. Without a file it is Missing. It is safe to call it from several threads for different entries.
Result run_trace(const TraceEntry& entry, const TraceFile& file, const JobSettings& settings);

}  // namespace replay
