// The heap of a process that draws.
#pragma once

namespace replay {

// After this, freed memory is kept for the next use instead of given back to the kernel. Exceptions are blocks above 32
// MiB, and what is free at the end of the heap above 64 MiB. Software renderers make and free storage for every upload
// into a buffer that is in use. From the kernel, memory comes as pages that have to be zeroed one by one, which took 40
// % of the time of a replay with an upload for each draw. This has no effect where the C library is not GNU's.
void keep_freed_memory();

}  // namespace replay
