// Threads that a loader starts. The program may want to know of them: it has signal handlers, and it says after a crash
// whose thread crashed.
#pragma once

#include <csignal>

namespace loaders {

// While one exists, the threads that this thread starts get no signals of the process, such as a request to end or a
// timer: a handler of the program that uses this code must not run on a thread that the program does not know of. The
// signals that a thread brings upon itself by a fault stay with it.
class StartsThreadsWithoutSignals {
 public:
  StartsThreadsWithoutSignals();
  ~StartsThreadsWithoutSignals();
  StartsThreadsWithoutSignals(const StartsThreadsWithoutSignals&) = delete;
  StartsThreadsWithoutSignals& operator=(const StartsThreadsWithoutSignals&) = delete;

 private:
  sigset_t before_;
};

// `prepare` is called at the beginning of each thread that a loader starts later, with a name of at most 15 characters.
// To be set before the first recording is opened.
void prepare_threads_with(void (*prepare)(const char* name));

// For the loader's thread itself. Does nothing when nobody wanted to know.
void prepare_thread(const char* name);

}  // namespace loaders
