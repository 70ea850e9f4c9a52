// For programs that are built with LeakSanitizer: it is to report our leaks, not those of GL drivers.
//
// Drivers stay loaded until the end: Mesa, libglvnd and SDL keep some memory for good in static variables, and once a
// driver is unloaded nothing points to that any more. It would count as leaked, in an <unknown module> that no
// suppression can name.

extern "C" int dlclose(void*) { return 0; }

// Mesa 22.3 forgets a part of each multisampled surface.
extern "C" const char* __lsan_default_suppressions() { return "leak:_dri.so\n"; }
