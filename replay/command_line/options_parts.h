// What the parsers of several commands share. Only for them.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "replay/base/call_set.h"
#include "replay/picture/tolerance.h"
#include "replay/command_line/options.h"
#include "replay/command_line/verdict_options.h"

namespace replay {

// A rule that CLI11 does not know was broken: a sentence without its full stop.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What CLI11 fills in that needs another look before it is an option.
struct Raw {
  std::vector<std::string> frames;
  std::vector<std::string> calls;
  bool headless = false;
  bool window = false;
  double fps = 0;
  std::string tolerance = "exact";
  std::string crash = "bad";
  double timeout = 0;
  std::string sandbox;  // as given; empty: not
  double memory_limit = 0;
  std::vector<std::string> limits;
  std::string size;
  int verbose = 0;
  int quiet = 0;
};

// Under which heading the help shows them.
void put_in_group(const char* group, std::initializer_list<CLI::Option*> options);

void add_trace(CLI::App& app, std::string& trace);
void add_general(CLI::App& app, Raw& raw);

// A set has commas of its own, so an option takes one argument; given again, it adds to the set.
CLI::Option* add_set(CLI::App& app, const char* name, const char* placeholder, std::vector<std::string>& texts,
                     const char* help);
CLI::Option* add_tolerance(CLI::App& app, Raw& raw);
CLI::Option* add_sandbox(CLI::App& app, Raw& raw);
CLI::Option* add_memory_limit(CLI::App& app, Raw& raw);
CLI::Option* add_limits(CLI::App& app, Raw& raw);
CLI::Option* add_size(CLI::App& app, Raw& raw);

CallSet parse_sets(const char* option, const std::vector<std::string>& texts, loaders::Result<CallSet> (*parse)(std::string_view));
Tolerance tolerance_of(const Raw& raw);
CrashVerdict crash_of(const Raw& raw);
std::optional<double> timeout_of(const CLI::App& app, const Raw& raw);
Sandbox sandbox_of(const Raw& raw);
std::uint64_t memory_limit_of(const Raw& raw);  // bytes
AllLimits limits_of(const Raw& raw);
std::optional<WindowSize> size_of(const Raw& raw);
// `words`: the command line.
Supervision supervision_of(const CLI::App& app, const Raw& raw, std::vector<std::string> words);

// A trace may be the one thing that cannot be made again.
void check_spares_trace(const std::string& target, const std::string& trace);
// An empty name comes from a script with an unset variable; to take it for "not given" would hide that.
void check_not_empty(const CLI::App& app, const std::string& option, const std::string& value);
void check_regex(const std::string& option, const std::string& value);

}  // namespace replay
