// Random programs as recordings, for a look at one that differs: `replay dump`, `replay shrink --while`.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>

namespace replay {

// Writes `recording` to a file of this name in the folder that REPLAY_TEST_KEEP names. Without it, it does nothing.
inline void keep_program(const std::string& name, std::span<const std::byte> recording) {
  const char* folder = std::getenv("REPLAY_TEST_KEEP");
  if (folder == nullptr) return;
  std::ofstream(std::string(folder) + "/" + name, std::ios::binary)
      .write(reinterpret_cast<const char*>(recording.data()), static_cast<std::streamsize>(recording.size()));
}

}  // namespace replay
