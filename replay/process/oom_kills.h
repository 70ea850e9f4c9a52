// How often the kernel has ended a process for lack of memory.
#pragma once

#include <cstdint>
#include <optional>

namespace replay {

// Counts the processes of the control group that this process is in, and of groups below it, that the kernel has ended
// since the group was made. Children belong to the group of their parent. Nothing where the kernel does not say: there
// is no such group, or it cannot be seen from inside a container. The kernel counts before it sends SIGKILL.
std::optional<std::uint64_t> count_oom_kills();

}  // namespace replay
