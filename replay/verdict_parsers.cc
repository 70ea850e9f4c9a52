#include "replay/verdict_parsers.h"

#include <fmt/format.h>

#include <cmath>
#include <thread>
#include <utility>

#include "replay/corpus/shard.h"

namespace replay {
namespace {

constexpr const char* kDiffAbout =
    R"(Compares two PNG files, or the PNG files of the same names in two folders, and says by how much they differ.

Usage: replay diff A.png B.png [OPTIONS]
       replay diff FOLDER FOLDER [OPTIONS])";

constexpr const char* kDiffNotes =
    "Exit codes: 0 within the tolerance; 1 not; 2 wrong usage; 125 cannot judge: a file is missing or no picture.";

constexpr const char* kRunAbout =
    R"(Runs the traces of a manifest, each in a process of its own, and holds what they draw against what it says.
It reads the traces YAML of piglit and Mesa's CI, and more: see docs/corpus.md.

Usage: replay run MANIFEST [OPTIONS])";

constexpr const char* kRunNotes =
    R"(Statuses are deqp-runner's: Pass, Fail, Crash, Timeout, Flake, Skip, Missing, ExpectedFail,
UnexpectedImprovement. What ends unexpectedly is run once more; with another outcome it is a Flake.
Shards are taken from CI_NODE_INDEX/_TOTAL (GitLab), SLURM_ARRAY_TASK_ID/_COUNT, GTEST_SHARD_INDEX/
GTEST_TOTAL_SHARDS and JOB_COMPLETION_INDEX (Kubernetes, with --shards) when they are set.

Exit codes: 0 as expected; 1 something fails, crashes, hangs or is better than the baseline says;
2 wrong usage; 125 cannot judge: a trace is missing, or nothing was run.)";

constexpr const char* kMergeAbout = R"(Joins the results of several shards: one results.ndjson, junit.xml and report.html.

Usage: replay merge RESULTS.ndjson... [OPTIONS])";

constexpr const char* kMergeNotes = "Exit codes: as of replay run.";

}  // namespace

DiffOptions parse_diff(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  DiffOptions options;
  app.description(kDiffAbout);
  app.footer(kDiffNotes);
  add_tolerance(app, raw)->group("Judging");
  app.add_option("-o,--output", options.output, "Write a picture of each difference to FOLDER")
      ->type_name("FOLDER")
      ->group("Output");
  app.add_option("--html", options.html, "Write a page with what differs, A beside B, to FILE")
      ->type_name("FILE")
      ->group("Output");
  app.add_flag("--json", options.json, "Print the result as JSON")->group("Output");
  app.add_option("A", options.first)->required();
  app.add_option("B", options.second)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  check_not_empty(app, "--html", options.html);
  options.tolerance = tolerance_of(raw);
  return options;
}

RunOptions parse_run(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  RunOptions options;
  double memory = 0;
  app.description(kRunAbout);
  app.footer(kRunNotes);
  CLI::Option* what[] = {
      app.add_option("--device", options.device, "Which expectations count; not needed when there is but one")
          ->type_name("NAME"),
      app.add_option("--db-path", options.db_path,
                     "Folder of the traces; without it traces-db beside the manifest, or the\n"
                     "manifest's folder")
          ->type_name("FOLDER"),
      app.add_option("--shard", options.shard, "Run part I of N, I from 1; 1/1 is everything")->type_name("I/N"),
      app.add_option("--shards", options.shards, "How many parts, where the environment says only which one")->type_name("N"),
      app.add_option("--durations", options.durations, "Results of an earlier run: makes shards of equal length")
          ->type_name("NDJSON"),
      app.add_option("--skips", options.skips, "Do not run what a line of FILE, a regular expression, matches")
          ->type_name("FILE"),
  };
  for (CLI::Option* option : what) option->group("What to run");
  CLI::Option* how[] = {
      app.add_option("-j,--jobs", options.jobs, "Traces at once; 0: as many as there are processors")->type_name("N"),
      app.add_option("--timeout", options.timeout, "Seconds for a trace, where the manifest says nothing (300)")
          ->type_name("S"),
      app.add_option("--memory-limit", memory, "MiB of private memory for a trace")->type_name("MIB"),
  };
  for (CLI::Option* option : how) option->group("Running");
  CLI::Option* judging[] = {
      app.add_option("--baseline", options.baseline, "Known failures: lines of 'trace,Status'")->type_name("FILE"),
      app.add_option("--flakes", options.flakes, "Traces that may fail: a regular expression a line")->type_name("FILE"),
  };
  for (CLI::Option* option : judging) option->group("Judging");
  CLI::Option* output[] = {
      app.add_option("-o,--output", options.output,
                     "Folder for results.ndjson, junit.xml, report.html and pictures (results)")
          ->type_name("FOLDER"),
      app.add_flag("--keep-pictures", options.keep_pictures, "Keep pictures of what passes as well"),
      app.add_flag("--update", options.update,
                   "Write the checksums of what fails, the same twice, into the manifest; nothing\n"
                   "else of it changes"),
  };
  for (CLI::Option* option : output) option->group("Output");
  app.add_option("MANIFEST", options.manifest)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  check_not_empty(app, "--device", options.device);
  check_not_empty(app, "--db-path", options.db_path);
  if (app.count("--shard") != 0 && !parse_shard(options.shard)) {
    throw Refused(fmt::format("--shard '{}': a shard is I/N, I from 1 to N", options.shard));
  }
  if (!std::isfinite(options.timeout) || options.timeout <= 0) throw Refused("--timeout needs a number of seconds above 0");
  if (!std::isfinite(memory) || memory < 0 || memory > 1e9) throw Refused("--memory-limit needs a number of MiB");
  options.memory_limit = static_cast<std::uint64_t>(memory * 1024 * 1024);
  if (options.jobs == 0) options.jobs = std::max(1u, std::thread::hardware_concurrency());
  if (options.jobs > 1024) throw Refused("-j needs a number of at most 1024");
  return options;
}

MergeOptions parse_merge(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  MergeOptions options;
  app.description(kMergeAbout);
  app.footer(kMergeNotes);
  app.add_option("-o,--output", options.output, "Folder for the joint results (results)")->type_name("FOLDER")->group("Output");
  app.add_option("RESULTS", options.files)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  return options;
}

}  // namespace replay
