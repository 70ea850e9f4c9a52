#include "replay/command_line/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "replay/base/json_text.h"
#include "replay/command_line/apitrace_names.h"
#include "replay/command_line/help_table.h"
#include "replay/command_line/parsers.h"
#include "replay/command_line/usage_error.h"
#include "replay/command_line/version.h"

namespace replay {
namespace {

// A flag that may have a value is declared as --name{its default}. CLI11 gives this form to flags of the kind --no-name
// as well.
bool may_have_value(const CLI::Option& flag) {
  const std::string name = flag.get_name(false, true);
  return name.find('{') != std::string::npos && name.find("{false}") == std::string::npos;
}

// CLI11 takes --hash=0 for an answer to the question whether --hash is given, and --no-seek=false for --no-seek.
void check_flags_have_no_values(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    const auto equals = argument.find('=');
    if (!argument.starts_with("--") || equals == std::string::npos) continue;
    const std::string name = argument.substr(0, equals);
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option != nullptr && option->get_items_expected_max() == 0 && !may_have_value(*option))
      throw Refused(fmt::format("{} takes no value", name));
  }
}

// The usage lines are a part of each description, because they can say more there than those of CLI11.
class HelpText final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override { return ""; }
  std::string make_positionals(const CLI::App*) const override { return ""; }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, is_positional);
    return name.substr(0, name.find('{')) + (may_have_value(*option) ? "[=require]" : "");
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
  }
};

// Refuses `--json=`. It comes from a script with an unset variable, and CLI11 would take the next argument for the
// value.
void check_no_empty_values(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      throw Refused(fmt::format("{} lacks its value", argument));
    }
  }
}

template <auto parse>
void parse_as(CLI::App& app, Raw& raw, std::vector<std::string> arguments, CommandLine& line) {
  line.command = parse(app, raw, std::move(arguments));
}

struct Command {
  std::string_view name;  // empty: a replay
  void (*parse)(CLI::App& app, Raw& raw, std::vector<std::string> arguments, CommandLine& line);
  const char* lacks = "no trace is given";  // the message when its required arguments are missing
  bool for_people = true;                   // otherwise another command starts it
};

constexpr Command kReplay = {"", parse_as<parse_replay>};
constexpr Command kCommands[] = {
    {"info", parse_as<parse_info>},
    {"index", parse_as<parse_index>},
    {"dump", parse_as<parse_dump>},
    {"export-c", parse_as<parse_export_c>, "a trace and -o FOLDER are needed"},
    {"diff", parse_as<parse_diff>, "two pictures or two folders are needed"},
    {"run", parse_as<parse_run>, "no manifest is given"},
    {"merge", parse_as<parse_merge>, "no results are given"},
    {"bisect", parse_as<parse_bisect>},
    {"bisect-script", parse_as<parse_bisect_script>,
     "a trace, --build, and --frame with --expect or --slower-than are needed"},
    {"diff-state", parse_as<parse_diff_state>, "two state dumps are needed"},
    {"diff-calls", parse_as<parse_diff_calls>, "two recordings are needed"},
    {"convert", parse_as<parse_convert>, "a trace and -o FILE are needed"},
    {"shrink", parse_as<parse_shrink>, "a trace and -o are needed"},
    {"candidates", parse_as<parse_candidates>, "no trace is given", false},
    {"compare", parse_as<parse_compare>},
    {"measure", parse_as<parse_measure_command>, "no trace is given", false},
    {"trim", parse_as<parse_trim>, "a trace and -o are needed"},
    {"inspect", parse_as<parse_inspect>, "a trace, --frame and -o are needed"},
    {"inspect-side", parse_as<parse_inspect_side>, "a trace, --frame and --folder are needed", false},
    {"pixel", parse_as<parse_pixel>, "a trace, --frame and --at are needed"},
    {"driver", parse_as<parse_driver>, "no trace is given", false},
    {"fetch", parse_as<parse_fetch>, "no trace is given", false},
    {"probe", parse_as<parse_probe>, "no trace is given", false},
};

std::vector<std::string> command_names() {
  std::vector<std::string> names = {"help"};
  for (const Command& command : kCommands) {
    if (command.for_people) names.emplace_back(command.name);
  }
  return names;
}

// `help` asks for the help of a replay, and `help dump` for that of a command.
void translate_help(std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] != "help") return;
  arguments.erase(arguments.begin());
  arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1), "--help");
}

// What is wrong with `help bisec`. Empty when nothing is.
std::string unknown_topic(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments[0] != "help" || arguments[1].starts_with('-')) return "";
  const std::vector<std::string> names = command_names();
  if (std::find(names.begin(), names.end(), arguments[1]) != names.end()) return "";
  return fmt::format("there is no command '{}'{}", arguments[1], did_you_mean(arguments[1], names));
}

// Only the first argument can be a command: `replay trace.wip15 info` is a mistake and not a second meaning.
const Command& take_command(std::vector<std::string>& arguments) {
  if (arguments.empty()) return kReplay;
  const auto* found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [&](const Command& command) { return command.name == arguments[0]; });
  if (found == std::end(kCommands)) return kReplay;
  arguments.erase(arguments.begin());
  return *found;
}

// What the first argument may have been meant to be. Empty when it is an option or a file, or like no command. A file
// that is missing stays something that cannot be judged (125), so this is said and not refused.
std::string mistyped_command(const std::vector<std::string>& arguments) {
  std::error_code ignored;
  if (arguments.empty() || arguments[0].starts_with('-') || std::filesystem::exists(arguments[0], ignored)) return "";
  const std::string nearest = did_you_mean(arguments[0], command_names());
  return nearest.empty() ? "" : fmt::format("there is no command '{}'{}", arguments[0], nearest);
}

CommandLine parse_command(CLI::App& app, const Command& command, std::vector<std::string> arguments) {
  Raw raw;
  CommandLine line;
  if (command.name.empty()) line.hint = mistyped_command(arguments);
  check_no_empty_values(arguments);
  translate_apitrace_names(command.name, arguments);
  // CLI11 calls this when the options are declared, before it takes the first argument.
  app.preparse_callback([&app, arguments](std::size_t) { check_flags_have_no_values(app, arguments); });
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them in reverse order
  command.parse(app, raw, std::move(arguments), line);
  line.verbosity = raw.verbose - raw.quiet;
  return line;
}

OptionHelp help_of(const CLI::Option& option) {
  OptionHelp help{.names = {},
                  .value = option.get_type_size() == 0 ? "" : option.get_type_name(),
                  .about = option.get_description(),
                  .group = option.get_group()};
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  return help;
}

// The parser declares its options before it meets --help.
CommandHelp help_of(const Command& command) {
  CLI::App app;
  try {
    parse_command(app, command, {"--help"});
  } catch (const CLI::CallForHelp&) {
  }
  CommandHelp help{
      .name = std::string(command.name), .about = app.get_description(), .notes = app.get_footer(), .options = {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) help.options.push_back(help_of(*option));
  }
  return help;
}

}  // namespace

std::vector<CommandHelp> help_of_commands() {
  std::vector<CommandHelp> commands = {help_of(kReplay)};
  for (const Command& command : kCommands) {
    if (command.for_people) commands.push_back(help_of(command));
  }
  return commands;
}

std::variant<CommandLine, Answer, UsageError> parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (const std::string unknown = unknown_topic(arguments); !unknown.empty())
    return UsageError{unknown, "Try 'replay --help'."};
  translate_help(arguments);
  if (arguments == std::vector<std::string>{"--version", "--json"}) return Answer{json_text(version_json())};
  const Command& command = take_command(arguments);
  const std::string hint = fmt::format("Try 'replay{}{} --help'.", command.name.empty() ? "" : " ", command.name);
  CLI::App app;
  app.formatter(std::make_shared<HelpText>());
  try {
    return parse_command(app, command, arguments);
  } catch (const Answer& answer) {
    return answer;
  } catch (const CLI::CallForHelp&) {
    return Answer{CLI::detail::find_and_replace(app.help(), "\n\n\n", "\n\n")};
  } catch (const CLI::CallForVersion&) {
    return Answer{version_text()};
  } catch (const CLI::RequiredError&) {
    return UsageError{command.lacks, hint};
  } catch (const CLI::ParseError& error) {
    const std::string mistyped = command.name.empty() ? mistyped_command(arguments) : "";
    return UsageError{mistyped.empty() ? problem_of(error, app) : mistyped, hint};
  } catch (const Refused& refused) {
    return UsageError{refused.what(), hint};
  }
}

}  // namespace replay
