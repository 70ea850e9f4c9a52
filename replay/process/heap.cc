#include "replay/process/heap.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace replay {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMiB = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * kMiB);  // the most that glibc takes; left alone, it comes there by itself if a program is lucky
  mallopt(M_TRIM_THRESHOLD, 64 * kMiB);
  mallopt(M_TOP_PAD, 4 * kMiB);
#endif
}

}  // namespace replay
