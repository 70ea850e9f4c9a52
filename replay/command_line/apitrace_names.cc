#include "replay/command_line/apitrace_names.h"

namespace replay {
namespace {

// -d of glretrace asks for GL's debug messages, which a replay here always reads. --self-check is what is checked in
// addition.
constexpr ApitraceName kNames[] = {
    {"", "--calls", "--call"},  // apitrace dump-images
    {"", "-S", "--call"},          {"", "--snapshot", "--call"},
    {"", "-s", "--output"},        {"", "--snapshot-prefix", "--output"},
    {"", "-D", "--state"},         {"", "--dump-state", "--state"},
    {"", "-b", "--benchmark"},     {"", "-w", "--wait"},
    {"", "-d", "--self-check"},    {"", "--debug", "--self-check"},
    {"dump", "--calls", "--call"},
};

}  // namespace

std::span<const ApitraceName> apitrace_names() { return kNames; }

void translate_apitrace_names(std::string_view command, std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--") return;
    for (const ApitraceName& name : kNames) {
      const bool has_value =
          name.theirs.starts_with("--") && argument.size() > name.theirs.size() && argument[name.theirs.size()] == '=';
      if (name.command != command || !argument.starts_with(name.theirs)) continue;
      if (argument.size() != name.theirs.size() && !has_value) continue;
      argument.replace(0, name.theirs.size(), name.ours);
      break;
    }
  }
}

}  // namespace replay
