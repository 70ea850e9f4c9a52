// Supervision: how a command is to be run: in this process, or in a child process that may crash, hang or be malicious.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace replay {

// What a crash of the driver means for the verdict.
enum class CrashVerdict : std::uint8_t {
  kBad,   // the driver is wrong: exit code 1
  kSkip,  // it means nothing: exit code 125
};

enum class Sandbox : std::uint8_t {
  kOff,
  kTry,      // confine as far as the kernel can
  kRequire,  // confine completely, or end with exit code 125
};

struct Supervision {
  bool in_child = false;
  std::optional<double> timeout{};  // seconds
  CrashVerdict crash = CrashVerdict::kBad;
  Sandbox sandbox = Sandbox::kOff;
  std::uint64_t memory_limit = 0;    // bytes of private memory; 0: no limit, or kSandboxMemory in a sandbox
  std::vector<std::string> words{};  // the arguments as given, for the child
};

constexpr std::uint64_t kSandboxMemory = std::uint64_t{4} << 30;

}  // namespace replay
