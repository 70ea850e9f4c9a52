#include <fmt/format.h>

#include <cmath>
#include <thread>
#include <utility>

#include "replay/base/shard.h"
#include "replay/command_line/parsers.h"

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
It reads the traces YAML of piglit, the TOML of gpu-trace-perf, and more: see docs/corpus.md. '-' is a
manifest on standard input.

Usage: replay run MANIFEST [OPTIONS]
       replay run MANIFEST|FOLDER --compare --good ENV --bad ENV [OPTIONS]
       replay run --init FOLDER --device NAME -o MANIFEST)";

constexpr const char* kRunNotes =
    R"(Statuses are deqp-runner's: Pass, Fail, Crash, Timeout, Flake, Skip, Missing, ExpectedFail,
UnexpectedImprovement; NotJudged where nothing was learned of the driver; NotRun where the run ended
before; and Unchanged where an earlier result still holds (--changed-only). What ends badly is run once
more: when it is good then, it is a Flake.
Shards are taken from CI_NODE_INDEX/_TOTAL (GitLab), SLURM_ARRAY_TASK_ID/_COUNT, GTEST_SHARD_INDEX/
GTEST_TOTAL_SHARDS and JOB_COMPLETION_INDEX (Kubernetes, with --shards) when they are set.

Exit codes: 0 as expected; 1 something fails, crashes, hangs or is better than the baseline says;
2 wrong usage; 125 cannot judge: nothing of that, but a trace is missing or was not judged, or nothing
was run; or the run ended early.)";

constexpr const char* kEmbedHelp =
    "Put all pictures into the page; without it they lie beside the page when they\nhave more than 4 MiB";

constexpr const char* kMergeAbout =
    R"(Joins the results of several shards: one results.ndjson, junit.xml and report.html.

Usage: replay merge RESULTS.ndjson... [OPTIONS])";

constexpr const char* kBisectAbout =
    R"(Replays a trace on two drivers side by side and finds the first drawing call whose result differs: all
attachments of the framebuffer that it draws into. Writes both pictures, the difference, the state of both
sides and one HTML page.

Usage: replay bisect TRACE --good ENV --bad ENV [OPTIONS])";

constexpr const char* kBisectNotes =
    R"(ENV is environment assignments, a command in front, or both, quoted as for a shell:
  --bad 'LIBGL_DRIVERS_PATH=/opt/new/lib/dri'    --good 'GALLIUM_DRIVER=softpipe'    --bad '/opt/new/run'
Without --good or --bad that side is the plain environment.

Exit codes: 0 no call differs; 1 one does, or the bad side crashed; 2 wrong usage; 125 cannot judge.)";

constexpr const char* kBisectScriptAbout =
    R"(Prints a script for 'git bisect run': it builds a commit, replays a trace with it and judges one
frame, or how long it takes.

Usage: replay bisect-script TRACE --frame N --expect REF --build COMMAND [OPTIONS] > bisect.sh
       replay bisect-script TRACE --slower-than RATIO --good ENV --build COMMAND [OPTIONS] > bisect.sh)";

constexpr const char* kBisectScriptNotes =
    R"($ keeps its meaning for the shell: --env 'LIBGL_DRIVERS_PATH=$PWD/install/lib/dri'
  --require-version 'git-$(git rev-parse --short=10 HEAD)' proves that the commit at hand is the driver that ran.)";

constexpr const char* kDiffStateAbout = R"(Compares two state dumps, as --state writes them.

Usage: replay diff-state A.json B.json [OPTIONS])";

constexpr const char* kMergeNotes = "Exit codes: as of replay run.";

// A script judges either the speed or a picture.
void judge_speed_or_picture(const CLI::App& app, double slower_than, const std::vector<std::string>& measures,
                            BisectScriptOptions& options) {
  const bool has_picture = app.count("--frame") + app.count("--expect") + app.count("--tolerance") != 0;
  if (app.count("--slower-than") == 0) {
    if (app.count("--frame") == 0 || app.count("--expect") == 0) throw CLI::RequiredError("--frame, --expect");
    if (app.count("--good") + app.count("--measure") + app.count("--frames") != 0)
      throw Refused("--good, --measure and --frames are for --slower-than");
    return;
  }
  if (has_picture) throw Refused("--slower-than judges no picture: --frame, --expect and --tolerance say nothing");
  options.slower_than = checked_ratio(slower_than);
  options.measures = measures_of(measures);
}

// Refuses each of `names` that was given: it means nothing because of `why`.
void check_not_given(const CLI::App& app, std::initializer_list<const char*> names, const char* why) {
  for (const char* name : names) {
    if (app.count(name) != 0) throw Refused(fmt::format("{} {}", name, why));
  }
}

void read_corpus_comparison(const CLI::App& app, const Raw& raw, CompareOptions compare, RunOptions& options) {
  if (app.count("--compare") == 0) {
    return check_not_given(app,
                           {"--good", "--bad", "--any-renderer", "--slower-than", "--measure", "--precision",
                            "--verdict-only", "--frames", "--loop-frames", "--keep-good", "--no-where"},
                           "needs --compare");
  }
  check_not_given(app,
                  {"--jobs", "--memory-limit", "--sandbox", "--flakes", "--keep-pictures", "--embed", "--update",
                   "--resume", "--changed-only"},
                  "means nothing with --compare");
  read_comparison(app, raw, compare);
  if (app.count("--timeout") != 0) compare.rules.timeout = options.timeout;
  compare.require_renderer = options.require_renderer;
  compare.require_version = options.require_version;
  options.compare = std::move(compare);
}

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
  app.add_flag("--embed", options.embed, kEmbedHelp)->group("Output");
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
  std::string checksum_of = "rgb";
  std::uint32_t fraction = 0, fraction_start = 1;
  app.description(kRunAbout);
  app.footer(kRunNotes);
  put_in_group(
      "What to run",
      {
          app.add_option("--device", options.device, "Which expectations count; not needed when there is but one")
              ->type_name("NAME"),
          app.add_option("--db-path,--traces-db", options.db_path,
                         "Folder of the traces; without it traces-db beside the manifest, or the\n"
                         "manifest's folder")
              ->type_name("FOLDER"),
          app.add_flag("--download", options.download,
                       "Bring traces that are missing from the URL of the manifest (http or https), while others\n"
                       "are replayed"),
          app.add_option("--cache-dir", options.cache_dir,
                         "Folder for traces that are not in that of --db-path, where downloads go\n"
                         "($XDG_CACHE_HOME/replay, or ~/.cache/replay)")
              ->type_name("FOLDER"),
          app.add_option("--download-token,--jwt", options.download_token,
                         "Send the bearer token in FILE to the host of the manifest's URL")
              ->type_name("FILE"),
          app.add_option("--shard", options.shard, "Run part I of N, I from 1; 1/1 is everything")->type_name("I/N"),
          app.add_option("--fraction", fraction, "Run a part of N, as gpu-trace-perf and deqp-runner call it ...")
              ->type_name("N"),
          app.add_option("--fraction-start", fraction_start, "... which of them: K from 1")->type_name("K"),
          app.add_option("--shards", options.shards, "How many parts, where the environment says only which one")
              ->type_name("N"),
          app.add_option("--durations", options.durations,
                         "Results of an earlier run: makes shards of equal length, and starts the\nlongest first")
              ->type_name("NDJSON"),
          app.add_option("--skips", options.skips, "Do not run what a line of FILE, a regular expression, matches")
              ->type_name("FILE"),
      });
  put_in_group(
      "Running",
      {
          app.add_option("-j,--jobs", options.jobs,
                         "Traces at once; 0, as without it where the driver draws on the CPU: a processor each.\n"
                         "On a GPU one at a time, because a trace that hangs it would take the others with it")
              ->type_name("N"),
          app.add_option("--timeout", options.timeout, "Seconds for a trace, where the manifest says nothing (300)")
              ->type_name("S"),
          app.add_option("--time", options.time,
                         "End the run after S seconds, as Ctrl-C and SIGTERM do: with reports, and with the rest\n"
                         "of the traces as NotRun")
              ->type_name("S"),
          app.add_flag("--resume", options.resume,
                       "Keep the results of a run that ended early, and run the rest; the manifest and the driver\n"
                       "must be the same"),
          app.add_option("--changed-only", options.changed_only,
                         "Replay only what may come out otherwise than in RESULTS, of an earlier run: another\n"
                         "recording, expectation, option, driver, machine or program. The rest is Unchanged")
              ->type_name("RESULTS"),
          add_memory_limit(app, raw),
          add_sandbox(app, raw),
      });
  put_in_group(
      "Judging",
      {
          app.add_option("--baseline", options.baseline,
                         "Known failures: lines of 'trace,Status'. With --compare the ratios.csv of an earlier\n"
                         "run: a trace is slower when its ratio is above --slower-than times the one there")
              ->type_name("FILE"),
          app.add_option("--checksum-of", checksum_of,
                         "What checksums of 64 digits, SHA-256, are made of: rgb (the default) or rgba")
              ->type_name("CHANNELS"),
          app.add_option("--flakes", options.flakes, "Traces that may fail: a regular expression a line")
              ->type_name("FILE"),
          add_required_renderer(app, options,
                                "Run nothing, and end with 125, unless REGEX is found in GL_RENDERER; each trace is\n"
                                "held to it as well"),
          add_required_version(app, options),
      });
  CompareOptions compare;
  put_in_group("With --compare", {app.add_flag("--compare", raw.compares,
                                               "Compare the speed of two drivers, and not pictures, as replay compare\n"
                                               "does, on each trace of a manifest or a folder")});
  put_in_group("With --compare", add_compared_sides(app, compare));
  put_in_group("With --compare", add_comparison_rules(app, raw, compare));
  put_in_group("With --compare", add_measured_part(app, raw, compare));
  put_in_group("Output",
               {
                   app.add_option("-o,--output", options.output,
                                  "Folder for results.ndjson, junit.xml, report.html and pictures (results)")
                       ->type_name("FOLDER"),
                   app.add_flag("--keep-pictures", options.keep_pictures, "Keep pictures of what passes as well"),
                   app.add_flag("--embed", options.embed, kEmbedHelp),
                   app.add_flag("--update", options.update,
                                "Write the checksums of what fails, the same twice, into the manifest, and new\n"
                                "pictures of it; nothing else of it changes"),
               });
  app.add_option("--init", options.init,
                 "Run nothing, and write a manifest of the recordings in FOLDER, for --device NAME, to\n-o FILE")
      ->type_name("FOLDER")
      ->group("What to run");
  app.add_option("--config,MANIFEST", options.manifest, "The manifest, as an option")
      ->type_name("FILE")
      ->group("What to run");
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  check_not_empty(app, "--device", options.device);
  check_not_empty(app, "--db-path", options.db_path);
  check_not_empty(app, "--changed-only", options.changed_only);
  if (!options.changed_only.empty() && options.keep_pictures)
    throw Refused("--keep-pictures needs a replay of each trace, and --changed-only leaves some out");
  check_required_driver(app, options);
  if (options.manifest.empty() && options.init.empty()) throw CLI::RequiredError("MANIFEST");
  if (!options.init.empty() && (!options.manifest.empty() || app.count("--output") == 0 || options.device.empty()))
    throw Refused("--init needs --device NAME and -o FILE, and no manifest");
  check_not_empty(app, "--cache-dir", options.cache_dir);
  check_not_empty(app, "--download-token", options.download_token);
  if (!options.download) check_not_given(app, {"--download-token"}, "needs --download");
  if (app.count("--fraction-start") != 0 && app.count("--fraction") == 0)
    throw Refused("--fraction-start needs --fraction");
  if (app.count("--fraction") != 0) {
    if (!options.shard.empty()) throw Refused("--fraction and --shard say the same: give one");
    options.shard = fmt::format("{}/{}", fraction_start, fraction);
    if (!parse_shard(options.shard)) throw Refused("--fraction needs a number N above 0, and --fraction-start 1 to N");
  }
  if (checksum_of != "rgb" && checksum_of != "rgba")
    throw Refused(fmt::format("--checksum-of '{}': it is 'rgb' or 'rgba'", checksum_of));
  if (checksum_of == "rgba") options.sha256_kind = ChecksumKind::kSha256OfRgba;
  if (options.update && options.manifest == "-") throw Refused("--update writes the manifest: name its file");
  if (app.count("--shard") != 0) {
    if (const auto shard = parse_shard(options.shard); !shard) throw Refused("--shard " + shard.error().problem);
  }
  if (!std::isfinite(options.timeout) || options.timeout <= 0)
    throw Refused("--timeout needs a number of seconds above 0");
  if (options.time && (!std::isfinite(*options.time) || *options.time <= 0))
    throw Refused("--time needs a number of seconds above 0");
  if (options.time) options.time = std::min(*options.time, 1e8);  // three years
  options.memory_limit = memory_limit_of(raw);
  options.sandbox = sandbox_of(raw);
  read_corpus_comparison(app, raw, std::move(compare), options);
  if (options.jobs && *options.jobs == 0) options.jobs = std::max(1u, std::thread::hardware_concurrency());
  if (options.jobs && *options.jobs > 1024) throw Refused("-j needs a number of at most 1024");
  return options;
}

MergeOptions parse_merge(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  MergeOptions options;
  app.description(kMergeAbout);
  app.footer(kMergeNotes);
  app.add_option("-o,--output", options.output, "Folder for the joint results (results)")
      ->type_name("FOLDER")
      ->group("Output");
  app.add_flag("--embed", options.embed, kEmbedHelp)->group("Output");
  app.add_option("RESULTS", options.files)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  return options;
}

BisectOptions parse_bisect(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  BisectOptions options;
  app.description(kBisectAbout);
  app.footer(kBisectNotes);
  put_in_group("Sides", {
                            add_side(app, "--good", options.good, "The driver that is right"),
                            add_side(app, "--bad", options.bad, "The driver in doubt"),
                            app.add_flag("--allow-lower", options.allow_lower,
                                         "Go on with a lower version of GL than the recording's"),
                        });
  put_in_group(
      "Judging",
      {
          add_tolerance(app, raw),
          app.add_option("--timeout", raw.timeout, "A side hangs when it is silent for S seconds (60)")->type_name("S"),
          app.add_option("--crash", raw.crash, "What a crash of the bad side means: 'bad' (1) or 'skip' (125)")
              ->type_name("VERDICT"),
          app.add_flag("--exhaustive", options.exhaustive,
                       "Look at every drawing call from the first on, however long it takes"),
      });
  add_limits(app, raw)->group("Sides");
  add_sandbox(app, raw)->group("Sides");
  add_memory_limit(app, raw)->group("Sides");
  add_size(app, raw)->group("Sides");
  app.add_option("-o,--output", options.output, "Folder for what is found (bisect)")
      ->type_name("FOLDER")
      ->group("Output");
  add_trace(app, options.trace);
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  read_sides(app, raw, options);
  options.crash = crash_of(raw);
  return options;
}

BisectScriptOptions parse_bisect_script(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  BisectScriptOptions options;
  double slower_than = 0;
  std::vector<std::string> measures;
  app.description(kBisectScriptAbout);
  app.footer(kBisectScriptNotes);
  put_in_group(
      "Script",
      {
          app.add_option("--frame", options.frame, "The frame to look at, or 'last'")->type_name("N"),
          app.add_option("--expect", options.expect, "What it should be, as of replay --expect")->type_name("REF"),
          app.add_option("--slower-than", slower_than,
                         "Judge no picture: a commit is bad when it takes more than RATIO times what the\n"
                         "good side takes, as of replay compare")
              ->type_name("RATIO"),
          app.add_option("--good", options.good, "With --slower-than: the driver to compare with, as of replay compare")
              ->type_name("ENV"),
          add_measures(app, measures),
          add_set(app, "--frames", "A-B", raw.frames, "With --slower-than: measure these frames"),
          app.add_option("--build", options.build, "How a commit is built; 125 when it cannot be")
              ->type_name("COMMAND")
              ->required(),
          app.add_option("--env", options.environment, "How the driver that was built is made to run")
              ->type_name("ENV"),
          add_size(app, raw),
          add_tolerance(app, raw),
          app.add_option("--require-renderer", options.require_renderer, "As of replay")->type_name("REGEX"),
          app.add_option("--require-version", options.require_version, "As of replay")->type_name("REGEX"),
          app.add_option("--timeout", raw.timeout, "As of replay (300)")->type_name("S"),
          app.add_option("--crash", raw.crash, "As of replay")->type_name("VERDICT"),
          app.add_option("-o,--output", options.output,
                         "Keep the pictures of each commit in FOLDER, outside of the repository; without\n"
                         "it none is kept")
              ->type_name("FOLDER"),
      });
  add_trace(app, options.trace);
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--output", options.output);
  for (const auto& [name, value] :
       {std::pair("--frame", &options.frame), {"--expect", &options.expect}, {"--build", &options.build}}) {
    check_not_empty(app, name, *value);
  }
  judge_speed_or_picture(app, slower_than, measures, options);
  options.measured = range_of("--frames", raw.frames, parse_frame_set);
  if (!options.slower_than && !parse_sets("--frame", {options.frame}, parse_frame_set).is_single())
    throw Refused("--frame needs one frame");
  options.tolerance = tolerance_of(raw);
  options.timeout = timeout_of(app, raw);
  options.crash = crash_of(raw);
  options.size = size_of(raw);
  return options;
}

DiffStateOptions parse_diff_state(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  DiffStateOptions options;
  app.description(kDiffStateAbout);
  app.footer("Exit codes: 0 equal; 1 not; 2 wrong usage; 125 cannot judge.");
  app.add_flag("--json", options.json, "Print the differences as JSON")->group("Output");
  app.add_option("A", options.first)->required();
  app.add_option("B", options.second)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  return options;
}

DriverOptions parse_driver(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  app.description("Which driver there is; for 'replay run' and 'replay bisect', which start it.");
  add_general(app, raw);
  app.parse(std::move(arguments));
  return {};
}

FetchOptions parse_fetch(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  app.description("Downloads a recording; for 'replay run --download', which starts it.");
  add_general(app, raw);
  app.parse(std::move(arguments));
  return {};
}

std::vector<std::string> probe_arguments(const std::string& trace, const SideOptions& options) {
  std::vector<std::string> words = {trace};
  for (const std::string& limit : options.limit_arguments) words.insert(words.end(), {"--limit", limit});
  if (options.size)
    words.insert(words.end(), {"--size", fmt::format("{}x{}", options.size->width, options.size->height)});
  if (options.allow_lower) words.emplace_back("--allow-lower");
  const std::vector<std::string> confinement = words_of(options.supervision);
  words.insert(words.end(), confinement.begin(), confinement.end());
  return words;
}

ProbeOptions parse_probe(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ProbeOptions options;
  app.description("One side of 'replay bisect', which starts it.");
  app.add_flag("--allow-lower", options.allow_lower, "As of replay");
  add_limits(app, raw);
  add_size(app, raw);
  add_sandbox(app, raw);
  add_memory_limit(app, raw);
  add_trace(app, options.trace);
  add_general(app, raw);
  app.parse(std::move(arguments));
  options.limits = limits_of(raw);
  options.size = size_of(raw);
  options.supervision = {.sandbox = sandbox_of(raw), .memory_limit = memory_limit_of(raw)};
  return options;
}

}  // namespace replay
