// A driver that is slower by order, for tests of what finds slowness. It stands in for libEGL
// (SDL_VIDEO_EGL_DRIVER=this file) and hands everything to the real one. With SLOW_DRIVER=N each draw (glDrawArrays,
// glDrawElements) does N steps of work more; with SLOW_DRIVER=N:M only draws of the M-th program that was made do.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace {

using Proc = void (*)();
using Real = Proc (*)(const char*);

Real real() {
  static const auto function = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "eglGetProcAddress"));
  return function;
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(real()(name));
}

struct Order {
  long steps = 0;
  unsigned program = 0;  // 0: any
  Order() {
    const char* text = std::getenv("SLOW_DRIVER");
    if (text == nullptr) return;
    char* end = nullptr;
    steps = std::strtol(text, &end, 10);
    if (*end == ':') program = static_cast<unsigned>(std::strtoul(end + 1, nullptr, 10));
  }
};

unsigned current_program = 0;

void work() {
  static const Order order;
  if (order.program != 0 && order.program != current_program) return;
  volatile long step = 0;
  while (step < order.steps) step = step + 1;
}

void draw_arrays(unsigned mode, int first, int vertices) {
  static const auto make = real<void (*)(unsigned, int, int)>("glDrawArrays");
  work();
  make(mode, first, vertices);
}

void draw_elements(unsigned mode, int vertices, unsigned type, const void* indices) {
  static const auto make = real<void (*)(unsigned, int, unsigned, const void*)>("glDrawElements");
  work();
  make(mode, vertices, type, indices);
}

void use_program(unsigned program) {
  static const auto make = real<void (*)(unsigned)>("glUseProgram");
  current_program = program;
  make(program);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) Proc eglGetProcAddress(const char* name) {
  if (std::strcmp(name, "glDrawArrays") == 0) return reinterpret_cast<Proc>(draw_arrays);
  if (std::strcmp(name, "glDrawElements") == 0) return reinterpret_cast<Proc>(draw_elements);
  if (std::strcmp(name, "glUseProgram") == 0) return reinterpret_cast<Proc>(use_program);
  return real()(name);
}
