// Completions for three shells. Options are completed, and files where no option is.
#include <fmt/format.h>

#include <algorithm>

#include "tools/package/pages.h"

namespace package {
namespace {

std::string joined_names(const CommandHelp& command) {
  std::string names;
  for (const OptionHelp& option : command.options) {
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

std::string commands_of(const std::vector<CommandHelp>& commands) {
  std::string names = "help";
  for (const CommandHelp& command : commands) names += (command.name.empty() ? "" : " ") + command.name;
  return names;
}

// For a text in single quotes of a shell; `special`: what the completion would take for syntax.
std::string quoted(const std::string& text, std::string_view special = "") {
  std::string out;
  for (const char c : text) {
    if (c == '\'') out += "'\\''";
    else if (special.find(c) != std::string_view::npos) out += std::string("\\") + c;
    else out += c;
  }
  return out;
}

std::string zsh_option(const OptionHelp& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    text += fmt::format(" \\\n        '*{}{}[{}]", name,
                        option.value.empty() ? ""
                        : is_long            ? "="
                                             : "+",
                        quoted(first_sentence(option.about), "[]:\\"));
    if (!option.value.empty())
      text += fmt::format(":{}:{}", quoted(option.value, "[]:\\"), takes_path(option) ? "_files" : " ");
    text += "'";
  }
  return text;
}

std::string fish_option(const OptionHelp& option, const std::string& condition) {
  std::string text = "complete -c replay -n " + condition;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += takes_path(option) ? " -r" : " -x";
  return text + " -d '" + quoted(first_sentence(option.about), "\\") + "'\n";
}

}  // namespace

std::string first_sentence(const std::string& text) {
  const auto end = std::min(text.find(". "), text.find(".\n"));
  std::string sentence = text.substr(0, std::min({end, text.find("\n\n"), text.size()}));
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  while (sentence.ends_with('.') || sentence.ends_with(' ')) sentence.pop_back();
  return sentence;
}

bool takes_path(const OptionHelp& option) {
  constexpr std::string_view kPaths[] = {"FILE", "FOLDER", "PATH", "REF", "REPORT", "NDJSON", "OUT.trace"};
  return std::find(std::begin(kPaths), std::end(kPaths), option.value) != std::end(kPaths);
}

std::string bash_completion(const std::vector<CommandHelp>& commands) {
  std::string text =
      "_replay() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} words\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CommandHelp& command : commands) {
    if (command.name.empty()) continue;
    text += fmt::format("    {}) words='{}' ;;\n", command.name, joined_names(command));
  }
  text += fmt::format("    *) words='{}' ;;\n  esac\n  COMPREPLY=()\n", joined_names(commands.front()));
  text += fmt::format(
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  elif [[ $COMP_CWORD -eq 1 || ( $COMP_CWORD -eq 2 && ${{COMP_WORDS[1]}} == help ) ]]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$word\") $(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o bashdefault -o default -F _replay replay\n",
      commands_of(commands));
  return text;
}

std::string zsh_completion(const std::vector<CommandHelp>& commands) {
  std::string text = "#compdef replay\n\n_replay_commands() {\n  local -a commands=(\n";
  for (const CommandHelp& command : commands) {
    if (!command.name.empty())
      text += fmt::format("    '{}:{}'\n", command.name, quoted(first_sentence(command.about), ":"));
  }
  text += "  )\n  _describe command commands\n  _files\n}\n\ncase $words[2] in\n";
  for (const CommandHelp& command : commands) {
    if (command.name.empty()) continue;
    text += fmt::format("  {})\n    shift words; (( CURRENT-- ))\n    _arguments", command.name);
    for (const OptionHelp& option : command.options) text += zsh_option(option);
    text += " \\\n        '*:file:_files' ;;\n";
  }
  text += "  *)\n    _arguments";
  for (const OptionHelp& option : commands.front().options) text += zsh_option(option);
  return text + " \\\n        '1:command or recording:_replay_commands' '*:file:_files' ;;\nesac\n";
}

std::string fish_completion(const std::vector<CommandHelp>& commands) {
  std::string text;
  const std::string names = commands_of(commands);
  for (const CommandHelp& command : commands) {
    const std::string condition = command.name.empty() ? fmt::format("'not __fish_seen_subcommand_from {}'", names)
                                                       : fmt::format("'__fish_seen_subcommand_from {}'", command.name);
    if (!command.name.empty())
      text += fmt::format("complete -c replay -n __fish_is_first_arg -a {} -d '{}'\n", command.name,
                          quoted(first_sentence(command.about), "\\"));
    for (const OptionHelp& option : command.options) text += fish_option(option, condition);
  }
  return text;
}

}  // namespace package
