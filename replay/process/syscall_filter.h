// Syscall filter: what this process can no longer ask the kernel for. By seccomp, which needs no privileges.
#pragma once

#include "loaders/base/result.h"

namespace replay {

// From now on, for all threads: no socket, no other program, no new process, no signal to another process, none of what
// administers a machine. Such calls fail (EPERM, EACCES, ENOSYS), nothing is killed. An error says that
// this kernel takes no filter.
loaders::Status filter_syscalls();

}  // namespace replay
