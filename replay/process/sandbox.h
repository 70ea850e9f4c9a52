// Sandbox: what a process gives up before it reads a file that nobody vouches for.
//
//   network, other programs, other processes, keys, kernel settings   syscall_filter.h (seccomp)
//   files: making, writing, removing, outside of the given places      file_rules.h (Landlock)
//   memory, processor time, size of a file, open files, core dumps     resource limits
//
// Reading stays allowed: the driver in doubt may lie anywhere, and what is read finds no way out but the places given.
// docs/security.md says why each part is as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "replay/base/supervision.h"

namespace replay {

struct Confinement {
  std::vector<std::filesystem::path> writable;  // folders: files in them, at any depth; or devices
  double cpu_seconds = 0;                       // of all threads together
  std::uint64_t memory = 0;                     // bytes of private memory
};

// Gives up all but `confinement` and says what this kernel has no way of giving up, a sentence each. There is no way back. To be
// called while the process has one thread.
std::vector<std::string> confine(const Confinement& confinement);

// confine() as the command line wants it: nothing without --sandbox. What the kernel lacks is logged, under --sandbox=require
// thrown as CannotJudge.
void enter_sandbox(const Supervision& supervision, std::vector<std::filesystem::path> writable);

// The place to name for a file that write_whole_file() is to write: its folder, or the file itself when it is a device or a pipe.
std::filesystem::path place_of(const std::filesystem::path& file);

}  // namespace replay
