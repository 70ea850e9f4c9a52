// The command line: turns text into plain structs. It opens no trace and makes no call of GL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "loaders/container/pack.h"
#include "replay/base/call_set.h"
#include "replay/base/exit_code.h"
#include "replay/base/supervision.h"
#include "replay/base/trace_limits.h"
#include "replay/base/window_size.h"
#include "replay/command_line/verdict_options.h"
#include "replay/picture/encode.h"
#include "replay/picture/tolerance.h"

namespace replay {

enum class WindowChoice : std::uint8_t { kAuto, kHeadless, kWindow };

struct ReplayOptions {
  std::string trace;
  AllLimits limits;
  // Pictures are taken of these frames, or of these calls; when both are given, of the calls that are in these frames.
  // prepare() settles the last frame.
  CallSet frames, calls;
  std::vector<std::string> marks;  // patterns with * and ?: pictures at the marks whose names fit one
  std::string output;  // -o as given; empty: pictures go to the current folder, or nowhere when `hash` is set
  PictureCoding coding;
  bool hash = false;
  WindowChoice window = WindowChoice::kAuto;
  std::optional<double> fps;  // at most this many frames a second; finite, above 0
  std::int64_t loop = 1;      // at least 1
  bool seek = true;           // leave out what cannot reach the pictures
  bool profile = false;       // measure the time of every call
  std::string profile_trace;  // file for a timeline; empty: none
  bool benchmark = false;     // excludes everything that reads pictures back
  std::string json;           // file for the summary; "-": standard output; empty: none
  bool strict = false;
  std::string known_errors;  // the report of a good driver, for `strict`; empty: none
  bool self_check = false;
  bool allow_lower = false;
  bool wait = false;               // with a display: hold the last frame, whatever else is asked for
  bool exit_at_end = false;        // with a display: do not hold the last frame
  bool paused = false;             // with a display: begin paused
  std::optional<WindowSize> size;  // the size of windows, whatever the recording says
  std::string expect;  // what the one frame of `frames` should be, as Reference::load() takes it; empty: nothing
  Tolerance tolerance;
  std::string require_renderer, require_version;  // regular expressions; empty: any
  CallSet
      states;  // dump the state of GL after these calls; prepare() settles the last, which is the swap of that frame
  std::string state_file = "-";             // "-": standard output
  std::string state_pictures, state_files;  // folders; empty: none
  Supervision supervision;
  bool run_incomplete = false;

  // Seeking leaves out calls. Options that judge the calls or the driver need all of them: a driver can go wrong in
  // calls that no picture shows.
  bool may_seek() const { return seek && !strict && !self_check && expect.empty() && states.empty() && marks.empty(); }
  bool reads_pictures() const { return !frames.empty() || !calls.empty() || !marks.empty(); }
  bool writes_pictures() const { return reads_pictures() && ((!hash && expect.empty()) || !output.empty()); }
  // Returns whether a person wants to look at the recording: it goes to a viewer where there is a display. Everything
  // that has a result ends with the recording, or with its last picture.
  bool is_look() const;
  // Returns whether all pictures go to one file, or to standard output.
  bool makes_film() const { return writes_pictures() && (output == "-" || is_film(coding.format)); }
  // Returns whether there may be more than one picture, not counting several drawables of one frame. This decides what
  // -o means.
  bool several_pictures() const;
};

struct InfoOptions {
  std::string trace;
  AllLimits limits;
  bool json = false;
  Supervision supervision;
};

struct IndexOptions {
  std::string trace;
  AllLimits limits;
  std::string output;  // empty: the trace's name with ".index" after it
  Supervision supervision;
};

enum class ColourChoice : std::uint8_t { kAuto, kAlways, kNever };

struct DumpOptions {
  std::string trace;
  AllLimits limits;
  CallSet calls;   // empty: all
  CallSet frames;  // empty: all. A call is printed when it is in both sets
  bool json = false;
  bool multiline = false;  // texts of several lines take several lines
  ColourChoice colour = ColourChoice::kAuto;
  std::string blobs;  // folder for the bytes that the calls have as arguments; empty: none
  std::string grep;   // RE2's syntax: only calls whose text has a match; empty: all
  Supervision supervision;
};

struct DiffCallsOptions {
  std::string first, second;
  AllLimits limits;
  std::uint32_t context = 3;  // calls shown around a difference
  ColourChoice colour = ColourChoice::kAuto;
  bool summary = false;  // print only the totals
  bool answers = false;  // compare what the driver answered, too
  std::string html;      // empty: none
  Supervision supervision;
};

struct ConvertOptions {
  std::string trace, output;
  AllLimits limits;
  loaders::Packing packing = loaders::Packing::kSnappy;
  std::optional<std::uint64_t> frame, call;  // the last ones that are converted
  Supervision supervision;
};

struct ExportOptions {
  std::string trace;
  AllLimits limits;
  std::string output;                        // the folder to make
  std::optional<std::uint64_t> frame, call;  // what the program shows, at most one of them; neither: the last frame
  bool force = false;                        // however many calls there are
  bool seek = true;
  Supervision supervision;
};

struct TrimOptions {
  std::string trace, output;
  // One of the three is given. `last_frame`: the last frame, whatever its number.
  std::optional<CallRange> frames, calls;
  bool last_frame = false;
  loaders::Packing packing = loaders::Packing::kSnappy;
  bool verifies = true;
  AllLimits limits;
  Supervision supervision;
  std::vector<std::string> replay_arguments;  // limits and supervision as words, for the replays
};

// What the commands that look inside of a frame have in common.
struct FrameOptions {
  std::string trace;
  AllLimits limits;
  std::optional<std::uint64_t> frame;  // none: the last one
  bool seek = true;
  Supervision supervision;
};

struct PixelOptions : FrameOptions {
  int x = 0, y = 0;   // from the top left
  std::string image;  // its name; empty: the window, or all where there is none
  bool json = false;
};

struct InspectReplay : FrameOptions {
  bool times = true;               // replay once more, to measure
  bool allow_lower = false;        // go on with a lower version of GL than the recording's
  std::optional<WindowSize> size;  // of windows that the recording does not tell
};

// Two drivers side by side.
struct InspectedSides {
  std::string good, bad;  // as parse_launch() takes them
  Tolerance tolerance;
  double timeout = 600;                      // seconds that a side may take
  std::vector<std::string> limit_arguments;  // the --limit arguments as given
};

struct InspectOptions : InspectReplay {
  std::string output;                   // the page to write, or a folder
  std::optional<InspectedSides> sides;  // none: the driver of this environment
};

// The options of `replay inspect-side`, which `inspect` starts for each of two drivers.
struct InspectSideOptions : InspectReplay {
  std::string folder;           // of a PageFile
  std::size_t first_block = 0;  // see PageFile
};

struct CommandLine {
  std::variant<ReplayOptions, InfoOptions, IndexOptions, DumpOptions, DiffOptions, RunOptions, MergeOptions,
               BisectOptions, BisectScriptOptions, DiffStateOptions, DiffCallsOptions, ConvertOptions, ExportOptions,
               ShrinkOptions, CandidatesOptions, TrimOptions, DriverOptions, FetchOptions, ProbeOptions, CompareOptions,
               MeasureOptions, PixelOptions, InspectOptions, InspectSideOptions>
      command;
  int verbosity = 0;  // the number of -v less the number of -q
  std::string hint;   // what may be wrong with a command line that can be obeyed; empty: nothing
};

// The text that --help or --version prints on standard output, after which there is nothing to do.
struct Answer {
  std::string text;
};

// A mistake in the command line: one line that says what is wrong, and one that says what to try.
struct UsageError {
  std::string problem;
  std::string hint;
};

std::variant<CommandLine, Answer, UsageError> parse_command_line(int argc, const char* const* argv);

}  // namespace replay
