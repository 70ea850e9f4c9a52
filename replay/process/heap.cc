#include "replay/process/heap.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace replay {

#ifdef __GLIBC__
namespace {

constexpr int kMiB = 1 << 20;
constexpr int kLargestThreshold = 32 * kMiB;  // that glibc takes
constexpr std::uint64_t kMostTakenAgain = std::uint64_t{64} * kMiB;

bool may_keep_more = false;

void keep_blocks_up_to(int bytes) {
  mallopt(M_MMAP_THRESHOLD, bytes);  // it may not grow alone
  mallopt(M_TRIM_THRESHOLD, 64 * kMiB);
  mallopt(M_TOP_PAD, 4 * kMiB);
  may_keep_more = bytes < kLargestThreshold;
}

}  // namespace

void keep_freed_memory() { keep_blocks_up_to(kLargestThreshold); }

void keep_small_freed_memory() { keep_blocks_up_to(kMiB); }

void keep_more_freed_memory() {
  if (!may_keep_more) return;
  static const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return;
  constexpr std::uint64_t kKiB = 1024;
  const std::uint64_t again = bytes_taken_again(static_cast<std::uint64_t>(usage.ru_minflt), page_size,
                                                static_cast<std::uint64_t>(usage.ru_maxrss) * kKiB);
  if (again > kMostTakenAgain) keep_freed_memory();
}
#else
void keep_freed_memory() {}
void keep_small_freed_memory() {}
void keep_more_freed_memory() {}
#endif

// A fault may bring several pages of a file, so there can be fewer faults than pages.
std::uint64_t bytes_taken_again(std::uint64_t page_faults, std::uint64_t page_size, std::uint64_t most_resident) {
  const std::uint64_t taken = page_faults * page_size;
  return taken > most_resident ? taken - most_resident : 0;
}

}  // namespace replay
