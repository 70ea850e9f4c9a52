// The jobs of a run: threads that take one trace after the other.
#pragma once

#include <cstddef>

#include "replay/corpus/judged_trace.h"
#include "replay/corpus/run_log.h"
#include "replay/corpus/run_progress.h"
#include "replay/corpus/run_times.h"
#include "replay/corpus/schedule.h"
#include "replay/corpus/trace_job.h"

namespace replay {

// Runs all traces of the schedule, or those that have ended when `settings.stop` asks for the end. A trace that ends
// for lack of memory is put back once. Returns where the time went. Rethrows what a job throws.
RunTimes run_jobs(Schedule& schedule, const FileOf& file_of, const JobSettings& settings, const KnownResults& known,
                  std::size_t jobs, RunLog& log, RunProgress& progress);

}  // namespace replay
