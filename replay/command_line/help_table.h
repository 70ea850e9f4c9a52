// What the help of each command says, as data: man pages and completions are made of it, so that they say the same.
#pragma once

#include <string>
#include <vector>

namespace replay {

struct OptionHelp {
  std::vector<std::string> names;  // "-o", "--output"
  std::string value;               // what stands for its value: "FILE"; empty: it takes none
  std::string about;
  std::string group;  // the heading that the help shows it under
};

struct CommandHelp {
  std::string name;   // "dump"; empty: a replay
  std::string about;  // paragraphs; the one that begins with "Usage: " has the forms of the command
  std::string notes;  // behind the options
  std::vector<OptionHelp> options;
};

// The commands for people, a replay first. Those that other commands start are not among them.
std::vector<CommandHelp> help_of_commands();

}  // namespace replay
