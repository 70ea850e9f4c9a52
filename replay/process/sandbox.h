// Sandbox: what a process gives up before it reads a file from a stranger.
//
//   network, other programs, other processes, keys, kernel settings   syscall_filter.h (seccomp)
//   making, writing and removing files outside of the given places    file_rules.h (Landlock)
//   memory, processor time, size of a file, open files, core dumps     resource limits
//
// Reading stays allowed: the driver under test may lie anywhere, and what is read can only leave through the given
// places. docs/security.md says why each part is as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "replay/base/supervision.h"

namespace replay {

struct Confinement {
  std::vector<std::filesystem::path> writable;  // folders: files in them, at any depth; or devices
  double cpu_seconds = 0;                       // the time of all threads together
  std::uint64_t memory = 0;                     // bytes of private memory
};

// Gives up everything except `confinement`. Returns a sentence for each thing that this kernel cannot take away. There
// is no way back. To be called while the process has one thread.
std::vector<std::string> confine(const Confinement& confinement);

// Calls confine() as the command line says; without --sandbox it does nothing. Logs what the kernel lacks. Throws
// CannotJudge when it lacks something under --sandbox=require.
void enter_sandbox(const Supervision& supervision, std::vector<std::filesystem::path> writable);

// Returns what Confinement::writable needs for a file that write_whole_file() will write: its folder, or the file
// itself when it is a device or a pipe.
std::filesystem::path place_of(const std::filesystem::path& file);

}  // namespace replay
