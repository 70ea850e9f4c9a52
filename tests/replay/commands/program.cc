#include "tests/replay/commands/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "tests/replay/commands/running_program.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/paths.h"

extern char** environ;

namespace replay {
namespace {

namespace fs = std::filesystem;

// Returns the test's environment without the variables that decide where the program draws, and which engine of CI it
// writes for. Leaks are not reported, because drivers keep memory to the end.
std::vector<std::string> environment() {
  constexpr std::string_view kDecides[] = {
      "DISPLAY=",        "WAYLAND_DISPLAY=", "SDL_VIDEODRIVER=", "LIBGL_ALWAYS_SOFTWARE=",
      "GALLIUM_DRIVER=", "LSAN_OPTIONS=",    "ASAN_OPTIONS=",    "GITHUB_ACTIONS=",
      "GITLAB_CI=",      "JENKINS_URL="};
  std::vector<std::string> result = {"LIBGL_ALWAYS_SOFTWARE=1", "GALLIUM_DRIVER=llvmpipe",
                                     "ASAN_OPTIONS=detect_leaks=0"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    bool decides = false;
    for (const std::string_view name : kDecides) decides = decides || text.starts_with(name);
    if (!decides) result.emplace_back(text);
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Redirections {
 public:
  Redirections() { posix_spawn_file_actions_init(&actions_); }
  ~Redirections() { posix_spawn_file_actions_destroy(&actions_); }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;

  void to_file(int fd, const fs::path& path) {
    posix_spawn_file_actions_addopen(&actions_, fd, path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  void to(int fd, int other) { posix_spawn_file_actions_adddup2(&actions_, other, fd); }
  void folder(const fs::path& path) { posix_spawn_file_actions_addchdir_np(&actions_, path.c_str()); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Returns the writing end of a pipe whose reading end is closed.
int open_closed_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  ::close(ends[0]);
  return ends[1];
}

// Starts the program and returns its number.
pid_t start(const std::vector<std::string>& arguments, const Redirections& redirections,
            const std::vector<std::string>& more_variables) {
  const char* other = std::getenv("REPLAY_TEST_PROGRAM");
  const std::string program = other != nullptr ? other : REPLAY_PROGRAM;
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = more_variables;  // the first variable of a name counts
  for (std::string& variable : environment()) variables.push_back(std::move(variable));
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), redirections.get(), nullptr, pointers(words).data(),
                                pointers(variables).data());
  if (error != 0) throw std::runtime_error("cannot start " + program);
  return child;
}

// `scratch` has the files that the program's output goes to.
Outcome outcome_of(pid_t child, const fs::path& scratch) {
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(scratch / "out"), contents(scratch / "err"),
          usage.ru_maxrss / 1024};
}

}  // namespace

Outcome run_program(const std::vector<std::string>& arguments, const fs::path& folder, Output output,
                    const std::vector<std::string>& variables) {
  const ScratchFolder scratch;
  Redirections redirections;
  const int closed_pipe = output == Output::kClosedPipe ? open_closed_pipe() : -1;
  if (closed_pipe >= 0) redirections.to(1, closed_pipe);
  else redirections.to_file(1, output == Output::kFullDisk ? "/dev/full" : scratch.path() / "out");
  redirections.to_file(2, scratch.path() / "err");
  redirections.folder(folder);
  const pid_t child = start(arguments, redirections, variables);
  if (closed_pipe >= 0) ::close(closed_pipe);
  return outcome_of(child, scratch.path());
}

std::vector<std::string> broken(const std::string& fault) {
  return {"SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER, "BROKEN_DRIVER=" + fault};
}

Outcome run_on_terminal(const std::vector<std::string>& arguments, const fs::path& folder,
                        const std::vector<std::string>& variables) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) throw std::runtime_error("no terminal");
  const winsize size{.ws_row = 40, .ws_col = 200, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(terminal, TIOCSWINSZ, &size);
  const std::string name = ::ptsname(terminal);
  const int other_side = ::open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);  // until the program has opened it
  const ScratchFolder scratch;
  Redirections redirections;
  redirections.to_file(1, scratch.path() / "out");
  redirections.to_file(2, name);
  redirections.folder(folder);
  const pid_t child = start(arguments, redirections, variables);
  ::close(other_side);
  std::string shown;
  std::array<char, 4096> part{};
  for (ssize_t bytes = 0; (bytes = ::read(terminal, part.data(), part.size())) > 0;)
    shown.append(part.data(), static_cast<std::size_t>(bytes));
  ::close(terminal);
  Outcome outcome = outcome_of(child, scratch.path());
  outcome.err = shown;
  return outcome;
}

RunningProgram::RunningProgram(const std::vector<std::string>& arguments, const fs::path& folder,
                               const std::vector<std::string>& variables) {
  Redirections redirections;
  redirections.to_file(1, scratch_.path() / "out");
  redirections.to_file(2, scratch_.path() / "err");
  redirections.folder(folder);
  pid_ = start(arguments, redirections, variables);
}

void RunningProgram::send(int signal) const { ::kill(pid_, signal); }

Outcome RunningProgram::wait() { return outcome_of(pid_, scratch_.path()); }

}  // namespace replay
