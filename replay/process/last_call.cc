#include "replay/process/last_call.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>

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

int descriptor() {
  const char* text = std::getenv(kLastCallVariable);
  int fd = -1;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), fd);
  return fd;
}

}  // namespace

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
