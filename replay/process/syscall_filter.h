// Syscall filter: what this process can no longer ask the kernel for. It uses seccomp, which needs no privileges.
#pragma once

#include "loaders/base/result.h"

namespace replay {

// After this no thread can make a socket, run another program, start a process, send a signal to another process, or
// administer the machine. Such calls fail (EPERM, EACCES, ENOSYS), nothing is killed. An error says that this kernel
// takes no filter.
loaders::Status filter_syscalls();

}  // namespace replay
