// Supervision: how a command is to be run: by itself, or in a child process that may crash, hang or be up to no good.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace replay {

// What a crash of the driver says about it.
enum class CrashVerdict : std::uint8_t {
  kBad,   // it is wrong: exit code 1
  kSkip,  // nothing: 125
};

enum class Sandbox : std::uint8_t {
  kOff,
  kTry,      // as far as the kernel can
  kRequire,  // all of it, or 125
};

struct Supervision {
  bool in_child = false;
  std::optional<double> timeout{};  // seconds
  CrashVerdict crash = CrashVerdict::kBad;
  Sandbox sandbox = Sandbox::kOff;
  std::uint64_t memory_limit = 0;    // bytes of private memory; 0: none, in a sandbox kSandboxMemory
  std::vector<std::string> words{};  // the arguments as given, for the child
};

constexpr std::uint64_t kSandboxMemory = std::uint64_t{4} << 30;

}  // namespace replay
