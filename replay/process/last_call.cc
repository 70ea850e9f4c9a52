#include "replay/process/last_call.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

namespace replay {
namespace {

// Identifies the arguments, each followed by a zero, as the kernel keeps them.
std::string fingerprint(const std::string& arguments) {
  return fmt::format("{:016x}", std::hash<std::string>{}(arguments));
}

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

LastCallPage& last_call_page() {
  static LastCallPage own;
  static LastCallPage& page = [&]() -> LastCallPage& {
    if (!is_supervised()) return own;
    void* shared = ::mmap(nullptr, sizeof(LastCallPage), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
    return shared == MAP_FAILED ? own : *static_cast<LastCallPage*>(shared);
  }();
  return page;
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

bool is_supervised() { return descriptor() >= 0; }

std::string describe(const LastCallPage& from) {
  switch (from.phase.load()) {
    case LastCallPage::kStarting: return "before the first call";
    case LastCallPage::kEnding: return "after the last call";
    default: break;
  }
  CallRing::Entry last;
  if (!from.calls.last(last)) return fmt::format("in frame {}", from.frame.load());
  return fmt::format("in call {}, frame {}", to_string(last), from.frame.load());
}

std::string calls_before(const LastCallPage& page) {
  if (page.phase != LastCallPage::kReplaying) return "";
  const auto calls = page.calls.entries();
  std::string text;
  for (std::size_t i = 0; i + 1 < calls.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", to_string(calls[i]));
  return text;
}

}  // namespace replay
