// What the parsers of several commands share. Only parsers include this file.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loaders/container/pack.h"
#include "replay/base/call_set.h"
#include "replay/command_line/options.h"
#include "replay/command_line/verdict_options.h"
#include "replay/picture/tolerance.h"

namespace replay {

// Thrown when the command line breaks a rule that CLI11 does not know. The text is a sentence without its full stop.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Raw: values as CLI11 fills them in, which have to be checked before they become options.
struct Raw {
  std::vector<std::string> frames;
  std::vector<std::string> calls;
  std::string state;
  bool headless = false;
  bool window = false;
  std::string format;
  double fps = 0;
  std::string tolerance = "exact";
  std::string crash = "bad";
  double timeout = 0;
  double precision = 0;  // percent
  std::vector<std::string> measures;
  std::uint64_t loops = 0;
  bool no_where = false;
  bool compares = false;
  std::string sandbox;  // as given; empty: not given
  double memory_limit = 0;
  std::vector<std::string> limits;
  std::string size;
  std::string compression = "snappy";
  int verbose = 0;
  int quiet = 0;
};

// Sets the heading under which the help shows the options.
void put_in_group(const char* group, std::initializer_list<CLI::Option*> options);
void put_in_group(const char* group, const std::vector<CLI::Option*>& options);

void add_trace(CLI::App& app, std::string& trace);
void add_general(CLI::App& app, Raw& raw);

// Adds an option for a set. A set contains commas, so the option takes one argument. When it is given again, it adds to
// the set.
CLI::Option* add_set(CLI::App& app, const char* name, const char* placeholder, std::vector<std::string>& texts,
                     const char* help);
CLI::Option* add_tolerance(CLI::App& app, Raw& raw);
CLI::Option* add_sandbox(CLI::App& app, Raw& raw);
CLI::Option* add_memory_limit(CLI::App& app, Raw& raw);
CLI::Option* add_limits(CLI::App& app, Raw& raw);
CLI::Option* add_size(CLI::App& app, Raw& raw);
CLI::Option* add_compression(CLI::App& app, Raw& raw);

CLI::Option* add_measures(CLI::App& app, std::vector<std::string>& words);
std::vector<Measure> measures_of(const std::vector<std::string>& words);
double checked_ratio(double slower_than);

// What `compare` and `run --compare` have in common: the sides, what counts, and what is measured.
std::vector<CLI::Option*> add_compared_sides(CLI::App& app, CompareOptions& options);
std::vector<CLI::Option*> add_comparison_rules(CLI::App& app, Raw& raw, CompareOptions& options);
std::vector<CLI::Option*> add_measured_part(CLI::App& app, Raw& raw, CompareOptions& options);
// To be called after app.parse().
void read_comparison(const CLI::App& app, const Raw& raw, CompareOptions& options);

CallSet parse_sets(const char* option, const std::vector<std::string>& texts,
                   loaders::Result<CallSet> (*parse)(std::string_view));
// The number of a call or a frame.
std::uint64_t number_of(const char* option, const std::string& text);
// One range of numbers that has an end; nothing when there are no texts.
std::optional<CallRange> range_of(const char* option, const std::vector<std::string>& texts,
                                  loaders::Result<CallSet> (*parse)(std::string_view));
Tolerance tolerance_of(const Raw& raw);
CrashVerdict crash_of(const Raw& raw);
std::optional<double> timeout_of(const CLI::App& app, const Raw& raw);
Sandbox sandbox_of(const Raw& raw);
std::uint64_t memory_limit_of(const Raw& raw);  // bytes
AllLimits limits_of(const Raw& raw);
std::optional<WindowSize> size_of(const Raw& raw);
loaders::Packing packing_of(const Raw& raw);
// `words` is the command line.
Supervision supervision_of(const CLI::App& app, const Raw& raw, std::vector<std::string> words);

// For commands that confine the processes which they start, and have no limit of memory without a sandbox.
Supervision confinement_of(const Raw& raw);
// The arguments for another process of this program that make it confine itself in the same way.
std::vector<std::string> words_of(const Supervision& supervision);

// Refuses a target that is the trace itself: a trace may be a file that cannot be made again.
void check_spares_trace(const std::string& target, const std::string& trace);
// Refuses an empty name. It comes from a script with an unset variable, and taking it for "not given" would hide that.
void check_not_empty(const CLI::App& app, const std::string& option, const std::string& value);
// Refuses what is no launch: assignments, and a command in front (replay/process/launch.h).
void check_launch(const char* option, const std::string& text);
void check_regex(const std::string& option, const std::string& value);

// What the driver has to be: REGEX for its renderer and its version.
template <class Options>
CLI::Option* add_required_renderer(CLI::App& app, Options& options, const char* help) {
  return app.add_option("--require-renderer", options.require_renderer, help)->type_name("REGEX");
}
template <class Options>
CLI::Option* add_required_version(CLI::App& app, Options& options) {
  return app.add_option("--require-version", options.require_version, "The same for GL_VERSION")->type_name("REGEX");
}
template <class Options>
void check_required_driver(const CLI::App& app, const Options& options) {
  check_not_empty(app, "--require-renderer", options.require_renderer);
  check_not_empty(app, "--require-version", options.require_version);
  check_regex("--require-renderer", options.require_renderer);
  check_regex("--require-version", options.require_version);
}

// A side of a comparison of drivers.
inline CLI::Option* add_side(CLI::App& app, const char* name, std::string& launch, const char* help) {
  return app.add_option(name, launch, help)->type_name("ENV");
}

// Reads what the commands have in common that compare two drivers. To be called after app.parse().
template <class Options>
void read_sides(const CLI::App& app, const Raw& raw, Options& options) {
  check_launch("--good", options.good);
  check_launch("--bad", options.bad);
  options.tolerance = tolerance_of(raw);
  if (const auto timeout = timeout_of(app, raw)) options.timeout = timeout;
  options.limits = limits_of(raw);
  options.limit_arguments = raw.limits;
  options.supervision = confinement_of(raw);
  options.size = size_of(raw);
}

// Parses what the commands have in common that read traces and need no driver. Their own options are in `app` already.
template <class Options>
void parse_running(CLI::App& app, Raw& raw, const char* command, std::vector<std::string> arguments, Options& options) {
  std::vector<std::string> words = {command};
  words.insert(words.end(), arguments.rbegin(), arguments.rend());
  for (CLI::Option* option : {add_sandbox(app, raw), add_memory_limit(app, raw), add_limits(app, raw)})
    option->group("Running");
  add_general(app, raw);
  app.parse(std::move(arguments));
  options.limits = limits_of(raw);
  options.supervision = supervision_of(app, raw, std::move(words));
  options.supervision.crash = CrashVerdict::kSkip;
}

}  // namespace replay
