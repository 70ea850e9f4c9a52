// This file is for programs that are built with LeakSanitizer, which should report our leaks, not those of GL drivers.
//
// Drivers stay loaded until the end. Mesa, libglvnd and SDL keep some memory in static variables. Nothing would point
// to it after a driver is unloaded, so it would count as leaked in an <unknown module> that no suppression can name.

extern "C" int dlclose(void*) { return 0; }

// Mesa 22.3 leaks a part of each multisampled surface.
extern "C" const char* __lsan_default_suppressions() { return "leak:_dri.so\n"; }
