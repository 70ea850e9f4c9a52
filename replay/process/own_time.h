// OwnTime: how much of a thread's time this program took itself, and how much the driver.
//
// A timer interrupts the thread 4000 times a second. Each time, the innermost code on its stack that is neither of the
// C library nor of another library that we brought along decides: it belongs to this program or to the driver. What the
// driver makes at run time and code that nobody knows count as the driver's. Time in which the thread waits in the
// driver is the driver's as well. Interrupting costs time, so a replay that is sampled is not one that is measured.
#pragma once

#include <cstdint>

namespace replay {

struct OwnTime {
  std::uint64_t own = 0, all = 0;  // samples
};

// Samples the calling thread from now on, until end_sampling(), which returns what there was since the first begin. One
// thread at a time. Where the system has no such timer, or the processor is not one of those that culprit.cc knows,
// there are no samples.
void begin_sampling();
OwnTime end_sampling();

}  // namespace replay
