// The options of the commands that judge, as plain structs. verdict_parsers.cc fills them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "replay/base/call_set.h"
#include "replay/base/measure.h"
#include "replay/base/supervision.h"
#include "replay/base/trace_limits.h"
#include "replay/base/window_size.h"
#include "replay/picture/picture.h"
#include "replay/picture/tolerance.h"

namespace replay {

struct DiffOptions {
  std::string first, second;  // two PNG files or two folders
  Tolerance tolerance;
  std::string output;  // folder for difference pictures; empty: none
  std::string html;    // empty: none
  bool embed = false;  // as of RunOptions
  bool json = false;
};

// What the replays of both sides of a comparison are told.
struct SideOptions {
  bool allow_lower = false;
  std::optional<WindowSize> size;
  AllLimits limits;
  std::vector<std::string> limit_arguments;  // the --limit arguments as given, for the sides
  Supervision supervision{};                 // the sandbox of each side, and its limit of memory
};

// The command line of `replay probe`, and of its kind, for a trace: ProbeOptions as words.
std::vector<std::string> probe_arguments(const std::string& trace, const SideOptions& options);

struct CompareOptions : SideOptions {
  std::vector<std::string> traces;
  std::string good, bad;          // as parse_launch() takes them
  std::vector<Measure> measures;  // empty: all that can be had
  ComparisonRules rules;
  std::optional<CallRange> frames;  // that are measured; none: all but the first
  std::uint64_t passes = 1;         // how often the frames are played in a replay; the first pass does not count
  std::string require_renderer, require_version;  // of the bad side: regular expressions; empty: any
  bool asks_where = true;                         // when the bad side is slower, say where
  std::string keep_good;                          // file with what the good side took, for counts; empty: none
  std::string json;                               // file; "-": standard output; empty: none
  std::string html;                               // file; empty: none
  std::map<Measure, double> accepted;             // the ratio that `rules.slower_than` is held against; without: 1
  std::size_t comparisons = 1;                    // how many traces share the risk of a wrong verdict
};

struct RunOptions {
  std::string manifest;
  std::string device;          // empty: the only device that the manifest names
  std::string db_path;         // folder of the traces; empty: traces-db beside the manifest, or the manifest's folder
  std::string cache_dir;       // for traces that are not in the folder of the traces; empty: default_cache()
  bool download = false;       // bring traces that are missing into the cache
  std::string download_token;  // file with a bearer token; empty: none
  std::string init;            // a folder: write a manifest of its recordings to `output`, and run nothing; empty: run
  std::string output = "results";
  std::optional<unsigned> jobs;         // nothing: as many as processors where these draw, otherwise one
  double timeout = 300;                 // seconds for a trace
  std::optional<double> time;           // seconds for the run; nothing: as long as it takes
  bool resume = false;                  // go on with the results that are there
  std::uint64_t memory_limit = 0;       // bytes for a trace; 0: none
  std::string baseline, flakes, skips;  // files; empty: none. With `compare` the baseline has ratios
  std::string shard;                    // "I/N"; empty: as the environment says
  std::uint32_t shards = 0;             // the number of shards, where the environment gives only the index of this one
  std::string durations;                // file with the results of an earlier run; empty: none
  std::string changed_only;             // likewise: what still holds is not replayed; empty: all is replayed
  std::string require_renderer, require_version;          // regular expressions; empty: any
  std::optional<CompareOptions> compare;                  // compare the speed of two drivers, and not pictures
  ChecksumKind sha256_kind = ChecksumKind::kSha256OfRgb;  // what checksums of 64 digits are made of
  bool update = false;
  Sandbox sandbox = Sandbox::kOff;
  bool keep_pictures = false;
  bool embed = false;  // all pictures go into the page, however large it gets
};

struct MergeOptions {
  std::vector<std::string> files;
  std::string output = "results";
  bool embed = false;  // as of RunOptions
};

struct BisectOptions : SideOptions {
  std::string trace;
  std::string good, bad;  // as parse_launch() takes them
  Tolerance tolerance;
  std::optional<double> timeout = 60;  // seconds that one answer of a side may take
  CrashVerdict crash = CrashVerdict::kBad;
  bool exhaustive = false;
  std::string output = "bisect";
};

struct BisectScriptOptions {
  std::string trace, frame, expect, build;
  std::optional<double> slower_than;  // judge speed and not a picture
  std::vector<Measure> measures;      // as of CompareOptions
  std::optional<CallRange> measured;  // frames
  std::string good;                   // the side to compare with
  std::string environment;            // assignments that a shell takes in front of a command; empty: none
  std::string output;                 // folder for the pictures of all commits; empty: none is kept
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

// The options of `replay driver`, which has none.
struct DriverOptions {};

// What a smaller recording is to go on showing.
enum class ShrinkFor : std::uint8_t { kDiffers, kCrash, kExpectNot, kError, kWhile };

struct ShrinkOptions : SideOptions {
  std::string trace, output;
  ShrinkFor what = ShrinkFor::kDiffers;
  std::string good, bad;               // as parse_launch() takes them
  std::string expect_not;              // as Reference::load() takes it
  std::string error;                   // "GL_INVALID_OPERATION"
  std::string command;                 // of --while
  std::optional<std::uint64_t> frame;  // for `expect_not`; none: the last
  Tolerance tolerance;
  std::optional<double> timeout = 60;  // seconds for a candidate
  std::optional<double> seconds;       // for the search
  std::uint64_t seed = 0;
  unsigned jobs = 1;
  bool contents = true;  // make textures, buffers and windows smaller
  bool shaders = false;  // drop lines of shaders
};

// The options of `replay fetch`, which has none.
struct FetchOptions {};

// The options of `replay probe`, which a bisection starts for each side.
struct ProbeOptions {
  std::string trace;
  bool allow_lower = false;
  std::optional<WindowSize> size;
  AllLimits limits;
  Supervision supervision{};
};

// The options of `replay measure`, which a comparison starts for each replay.
struct MeasureOptions {
  ProbeOptions probe;
  std::uint64_t first = 0, last = 0, passes = 1;  // see CompareOptions
  bool takes_gpu_times = false, counts_instructions = false, marks_valgrind = false;
  bool by_call = false;  // measure each call, and not the frames
  bool samples = false;  // sample whose code runs, which makes the frames slower
};

// The options of `replay candidates`, which a search for a smaller recording starts for each side.
struct CandidatesOptions {
  ProbeOptions probe;
};

}  // namespace replay
