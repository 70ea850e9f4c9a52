// Writes man pages and completions into a folder: replay_pages FOLDER. The build runs it; it is not installed.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tools/package/pages.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  return file.flush().good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: replay_pages FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const std::vector<replay::CommandHelp> commands = replay::help_of_commands();
  bool written = write(folder / "replay.bash", package::bash_completion(commands)) &&
                 write(folder / "_replay", package::zsh_completion(commands)) &&
                 write(folder / "replay.fish", package::fish_completion(commands));
  for (const replay::CommandHelp& command : commands) {
    const std::string name = command.name.empty() ? "replay.1" : "replay-" + command.name + ".1";
    written = write(folder / "man" / name, package::man_page(command, commands)) && written;
  }
  return written ? 0 : 1;
}
