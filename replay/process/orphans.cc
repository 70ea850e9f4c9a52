#include "replay/process/orphans.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "replay/base/printable.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr int kMostGenerations = 100;
constexpr auto kGraceOfOrphan = std::chrono::seconds(2);  // for a process in the middle of a system call

std::atomic<bool> adopts = false;
std::mutex mutex;
std::set<pid_t> known;

// All children of this process that were not started by fork_known(). The mutex is held.
std::vector<pid_t> orphans() {
  std::vector<pid_t> found;
  std::error_code none;
  for (const auto& task : fs::directory_iterator("/proc/self/task", none)) {
    std::ifstream children(task.path() / "children");
    for (pid_t pid = 0; children >> pid;) {
      if (!known.contains(pid)) found.push_back(pid);
    }
  }
  return found;
}

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

std::string name_of(pid_t pid) {
  std::string name;
  std::getline(std::ifstream(fs::path("/proc") / std::to_string(pid) / "comm"), name);
  make_printable(name);
  return name;
}

void collect(pid_t pid) {
  const auto deadline = std::chrono::steady_clock::now() + kGraceOfOrphan;
  while (::waitpid(pid, nullptr, WNOHANG) == 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

void adopt_orphans() { adopts = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }
bool adopts_orphans() { return adopts; }

pid_t fork_known() {
  const std::lock_guard lock(mutex);
  const pid_t pid = ::fork();
  if (pid > 0) known.insert(pid);
  return pid;
}

// It goes from the list in one step with its number: the number may be given out again, and who looks for orphans
// collects what is not on the list.
void collect_known(pid_t pid, int* status, rusage* usage) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex);
  ::wait4(pid, status, 0, usage);
  known.erase(pid);
}

std::vector<std::string> names_of_orphans() {
  std::vector<std::string> names;
  if (!adopts) return names;
  const std::lock_guard lock(mutex);
  for (const pid_t pid : orphans()) {
    if (!has_ended(pid)) names.push_back(name_of(pid));
  }
  return names;
}

void end_orphans() {
  if (!adopts) return;
  const std::lock_guard lock(mutex);
  for (int generation = 0; generation < kMostGenerations; ++generation) {
    const std::vector<pid_t> found = orphans();
    if (found.empty()) return;
    for (const pid_t pid : found) ::kill(pid, SIGKILL);
    for (const pid_t pid : found) collect(pid);
  }
}

}  // namespace replay
