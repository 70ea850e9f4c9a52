// This file is for the loaders' tests when they are built with the address sanitizer, which asks it for options.
//
// The sanitizer notes for each block of memory what may be read. For a large block it maps new pages for these notes,
// and the kernel clears them. The tests open small recordings tens of thousands of times, with buffers of megabytes, so
// that this was a fifth of their time. Under this threshold, in bytes, the sanitizer clears the notes in place.

extern "C" const char* __asan_default_options() { return "clear_shadow_mmap_threshold=1000000000"; }
