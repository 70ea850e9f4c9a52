// Replays one trace of a run, and judges how it ended by what was known before the run.
#pragma once

#include <functional>

#include "replay/command_line/verdict_options.h"
#include "replay/corpus/lists.h"
#include "replay/corpus/manifest.h"
#include "replay/corpus/result.h"
#include "replay/corpus/trace_files.h"
#include "replay/corpus/trace_job.h"

namespace replay {

// Where the file of a trace is, or why there is none. Several threads may ask.
using FileOf = std::function<TraceFile(const TraceEntry&)>;

// KnownResults: the files that say before the run how tests end.
struct KnownResults {
  Baseline baseline;
  TestPatterns flakes, skips;

  // Throws CannotJudge when a file cannot be read.
  explicit KnownResults(const RunOptions& options);

  // Does what deqp-runner does: a known failure is expected, and a different result is an improvement that the baseline
  // should have.
  Status with_baseline(const Result& result) const;
};

// Returns the result of a trace that is not to be run, Skip; otherwise nothing.
std::optional<Result> is_skipped(const TraceEntry& entry, const std::string& device, const KnownResults& known);

// Runs a trace, and once more when it ends badly, or when the manifest has no checksum for it yet. The result is NotRun
// when the run ended meanwhile. The file is asked for only when the trace is to be run.
Result run_and_retry(const TraceEntry& entry, const FileOf& file_of, const JobSettings& settings,
                     const KnownResults& known);

}  // namespace replay
