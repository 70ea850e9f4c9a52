// Man pages and completions, made of what the commands say of themselves.
#pragma once

#include <string>
#include <vector>

#include "replay/command_line/help_table.h"

namespace package {

using replay::CommandHelp;
using replay::OptionHelp;

std::string man_page(const CommandHelp& command, const std::vector<CommandHelp>& all);

std::string bash_completion(const std::vector<CommandHelp>& commands);
std::string zsh_completion(const std::vector<CommandHelp>& commands);
std::string fish_completion(const std::vector<CommandHelp>& commands);

// "Prints the calls of a trace as text, one a line, the same in every run": the first sentence of a text.
std::string first_sentence(const std::string& text);

// Whether the value of the option is a file or a folder.
bool takes_path(const OptionHelp& option);

}  // namespace package
