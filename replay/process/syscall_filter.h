// Syscall filter: what this process can no longer ask the kernel for. By seccomp, which needs no privileges.
#pragma once

#include <string>

namespace replay {

// From now on, for all threads: no socket, no other program, no new process, no signal to another process, none of what
// administers a machine. The calls fail (EPERM, EACCES, ENOSYS), nothing is killed. A sentence when this kernel cannot, else empty.
std::string filter_syscalls();

}  // namespace replay
