// The heap of a process that draws.
#pragma once

namespace replay {

// From here on freed memory is kept for the next use instead of given back to the kernel, but for blocks above 32 MiB and what is
// free at the end of the heap above 64. Software renderers make and free storage for every upload into a buffer that is in use; from
// the kernel it comes as pages that have to be zeroed one by one, which was 40 % of the time of a replay with an upload for each
// draw. Without effect where the C library is not GNU's.
void keep_freed_memory();

}  // namespace replay
