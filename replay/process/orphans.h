// Orphans: what a child has started and left running when it ended.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace replay {

// After this, processes that lose their parent become children of this process when they descend from it, so that they
// can be found. For a process that starts nothing but ChildProcess.
void adopt_orphans();
bool adopts_orphans();

// Starts a process as fork() does, and remembers that it is no orphan.
pid_t fork_known();
// Waits for its end, and takes what wait4() tells.
void collect_known(pid_t pid, int* status = nullptr, rusage* usage = nullptr);

// The names of the orphans that run; none without adopt_orphans().
std::vector<std::string> names_of_orphans();
// Kills them, and what they have started.
void end_orphans();

}  // namespace replay
