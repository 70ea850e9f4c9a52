// The heap of a process that draws: how much of what is freed stays with the process.
//
// Software renderers make and free storage for every upload into a buffer that is in use. From the kernel, memory comes
// as pages that have to be zeroed one by one, which took 40 % of the time of a replay with an upload for each draw. But
// large blocks that are kept lie in memory beside those that are used: a game that loads its textures once took a
// quarter more memory. These functions have no effect where the C library is not GNU's.
#pragma once

#include <cstdint>

namespace replay {

// After this, freed memory is kept for the next use instead of given back to the kernel. Exceptions are blocks above 32
// MiB, and what is free at the end of the heap above 64 MiB.
void keep_freed_memory();

// The same, but only blocks up to 1 MiB are kept, until keep_more_freed_memory() sees a need for more.
void keep_small_freed_memory();

// To be called now and then, as after each frame: keeps larger blocks as well once the process has taken 64 MiB more
// from the kernel than it ever had at a time. Only after keep_small_freed_memory().
void keep_more_freed_memory();

// Bytes that a process has taken from the kernel a second time, after `page_faults` of pages of `page_size` bytes, when
// it had `most_resident` bytes at most.
std::uint64_t bytes_taken_again(std::uint64_t page_faults, std::uint64_t page_size, std::uint64_t most_resident);

}  // namespace replay
