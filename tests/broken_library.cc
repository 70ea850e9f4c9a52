// A library of replay's with faults to order, for tests of whose crash is whose. It is preloaded and stands before the
// C library.
//
//   BROKEN_LIBRARY=crash   fwrite() to standard output faults, whoever calls it
#include <dlfcn.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Write = std::size_t (*)(const void*, std::size_t, std::size_t, std::FILE*);

extern "C" __attribute__((visibility("default"))) std::size_t fwrite(const void* bytes, std::size_t size,
                                                                     std::size_t count, std::FILE* file) {
  const char* fault = std::getenv("BROKEN_LIBRARY");
  if (file == stdout && fault != nullptr && std::strcmp(fault, "crash") == 0) std::raise(SIGSEGV);
  static const auto real = reinterpret_cast<Write>(::dlsym(RTLD_NEXT, "fwrite"));
  return real(bytes, size, count, file);
}
