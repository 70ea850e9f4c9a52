#include "replay/process/last_call.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

// What the handler reads. It may run on any thread, a driver's own included.
std::atomic<LastCallPage*> page{nullptr};
std::atomic<const Dispatcher*> followed{nullptr};

constexpr std::array kDeadly = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM};

void note_call(int signal) {
  LastCallPage* to = page.load();
  const Dispatcher* dispatcher = followed.load();
  if (to != nullptr && dispatcher != nullptr) {
    followed = nullptr;  // a second fault, in here, finds nothing more to do
    if (const loaders::Call* call = dispatcher->current()) {
      to->call = call->number;
      to->function = static_cast<std::uint32_t>(call->function);
      to->has_call = 1;
    }
  }
  // SA_RESETHAND: this time it ends the process, with the status that the parent should see.
  ::raise(signal);
}

// A stack of its own: the fault may be an overflow of the usual one.
void install_handlers() {
  static std::array<char, 64 << 10> stack;
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_handler = note_call;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  for (const int signal : kDeadly) ::sigaction(signal, &action, nullptr);
}

// Of the arguments, each with a zero behind it, as the kernel keeps them.
std::string fingerprint(const std::string& arguments) { return fmt::format("{:016x}", std::hash<std::string>{}(arguments)); }

std::string own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string line(std::istreambuf_iterator<char>(file), {});
  return line.substr(std::min(line.find('\0'), line.size() - 1) + 1);
}

int find_descriptor() {
  const char* text = std::getenv(kLastCallVariable);
  if (text == nullptr) return -1;
  int fd = -1;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), fd);
  return error == std::errc{} && *end == ' ' && end + 1 == fingerprint(own_arguments()) ? fd : -1;
}

int descriptor() {
  static const int fd = find_descriptor();
  return fd;
}

}  // namespace

std::string last_call_variable(int fd, const std::vector<std::string>& words) {
  std::string arguments;
  bool behind_program = false;
  for (const std::string& word : words) {
    if (behind_program) arguments += word + '\0';
    behind_program = behind_program || word == own_program();
  }
  return fmt::format("{} {}", fd, fingerprint(arguments));
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

bool is_supervised() { return descriptor() >= 0; }

LastCallReporter::LastCallReporter(const Dispatcher& dispatcher) {
  if (!is_supervised()) return;
  if (page.load() == nullptr) {
    void* memory = ::mmap(nullptr, sizeof(LastCallPage), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
    if (memory == MAP_FAILED) return;
    page = static_cast<LastCallPage*>(memory);
    install_handlers();
  }
  page.load()->phase = LastCallPage::kReplaying;
  followed = &dispatcher;
}

LastCallReporter::~LastCallReporter() { followed = nullptr; }

void LastCallReporter::frame_shown(Dispatcher&, std::uint64_t frame) {
  if (LastCallPage* to = page.load()) to->frame = frame + 1;
}

void LastCallReporter::finished(Dispatcher&) {
  followed = nullptr;  // what it points to goes away now
  if (LastCallPage* to = page.load()) to->phase = LastCallPage::kEnding;
}

std::string describe(const LastCallPage& from) {
  switch (from.phase.load()) {
    case LastCallPage::kStarting: return "before the first call";
    case LastCallPage::kEnding: return "after the last call";
    default: break;
  }
  if (from.has_call.load() == 0) return fmt::format("in frame {}", from.frame.load());
  std::string name;
  if (const std::uint32_t function = from.function.load();
      function < static_cast<std::uint32_t>(glbindings::FunctionId::kCount)) {
    name = glbindings::signature(static_cast<glbindings::FunctionId>(function)).name;
  }
  return fmt::format("in call {}{}{}, frame {}", from.call.load(), name.empty() ? "" : " ", name, from.frame.load());
}

}  // namespace replay
