// Threads that a loader starts. The program may want to know of them: it has signal handlers, and it says after a crash
// whose thread crashed.
#pragma once

namespace loaders {

// `prepare` is called at the beginning of each thread that a loader starts later, with a name of at most 15 characters.
// To be set before the first recording is opened.
void prepare_threads_with(void (*prepare)(const char* name));

// For the loader's thread itself. Does nothing when nobody wanted to know.
void prepare_thread(const char* name);

}  // namespace loaders
