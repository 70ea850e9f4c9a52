// A man page: https://man7.org/linux/man-pages/man7/groff_man.7.html. Text of the help stays as it is laid out.
#include <fmt/format.h>

#include <sstream>

#include "replay/command_line/version.h"
#include "tools/package/pages.h"

namespace package {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string title(const CommandHelp& command) { return command.name.empty() ? "replay" : "replay-" + command.name; }

// Text as it stands, without filling its lines.
std::string literal(const std::string& text) {
  return text.empty() ? "" : ".nf\n" + escaped(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string option_entry(const OptionHelp& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + escaped(name);
  const std::string value = option.value.empty() ? "" : " \\fI" + escaped(option.value) + "\\fR";
  return ".TP\n\\fB" + names + "\\fR" + value + "\n" + escaped(option.about) + "\n";
}

std::string options(const CommandHelp& command) {
  std::string text, group;
  for (const OptionHelp& option : command.options) {
    if (option.group != group) text += ".SS " + escaped(group = option.group) + "\n";
    text += option_entry(option);
  }
  return text;
}

}  // namespace

std::string man_page(const CommandHelp& command, const std::vector<CommandHelp>& all) {
  constexpr std::string_view kUsage = "Usage: ";
  const auto usage = command.about.find(kUsage);
  const auto after = command.about.find("\n\n", usage);
  std::string synopsis;
  std::istringstream lines(command.about.substr(usage + kUsage.size(), after - usage - kUsage.size()));
  for (std::string line; std::getline(lines, line);)
    synopsis += line.substr(std::min(line.size(), line.find_first_not_of(' '))) + "\n";
  const std::string description =
      command.about.substr(0, usage) + (after == std::string::npos ? "" : command.about.substr(after + 2));
  std::string page =
      fmt::format(".TH {} 1 \"\" \"replay {}\" \"replay\"\n", escaped(title(command)), replay::version());
  page += fmt::format(".SH NAME\n{} \\- {}\n", escaped(title(command)), escaped(first_sentence(command.about)));
  page += ".SH SYNOPSIS\n" + literal(synopsis) + ".SH DESCRIPTION\n" + escaped(description) + "\n.SH OPTIONS\n" +
          options(command);
  if (!command.notes.empty()) page += ".SH NOTES\n" + literal(command.notes);
  page += ".SH SEE ALSO\n";
  std::string others;
  for (const CommandHelp& other : all) {
    if (other.name != command.name) others += (others.empty() ? ".BR " : " (1),\n.BR ") + escaped(title(other));
  }
  return page + others + " (1)\n";
}

}  // namespace package
