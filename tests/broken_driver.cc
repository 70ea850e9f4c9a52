// A driver with faults to order, for tests of what finds faults. It stands in for libEGL (SDL_VIDEO_EGL_DRIVER=this file),
// hands everything to the real one, and breaks draws by what BROKEN_DRIVER says:
//
//   skip=N     the N-th draw (from 1, of this process) is not made            crash=N   raises SIGSEGV in the N-th draw
//   skip=N+    nor any after it                                               hang=N    never returns from it
//   skip-later=FILE  no draw is made when FILE exists; it does after the first
//   without=F  calls of the function F, which returns nothing, are not made
//   color=N    in the N-th draw nothing is written to blue                    exit=N    ends the process in it
//   leave=N    calls exit(0) in the N-th draw          kill=N (SIGKILL, as by a system out of memory), abort=N, overflow=N (of the stack), thread=N (a fault in a thread that has
//              all signals blocked, as those of Mesa)  ask=N, ask-hang=N, interrupt=N: is asked to end (SIGTERM, SIGINT)
//   lost=N     after the N-th draw the context is lost: glGetGraphicsResetStatus says so
//   intrude=N  in the N-th draw it tries for the network, a file and a process, and tells the errno of each
//
// Draws are glDrawArrays and glDrawElements. It is told which by a count of its own and not by call numbers, as a real driver.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using Proc = void (*)();
using DrawArrays = void (*)(unsigned, int, int);
using DrawElements = void (*)(unsigned, int, unsigned, const void*);
using ColorMask = void (*)(unsigned char, unsigned char, unsigned char, unsigned char);
using Real = Proc (*)(const char*);

Real real() {
  static const auto function = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "eglGetProcAddress"));
  return function;
}

struct Fault {
  std::string kind;
  long first = 0;
  bool onward = false;
  Fault() {
    const char* text = std::getenv("BROKEN_DRIVER");
    if (text == nullptr) return;
    const char* equals = std::strchr(text, '=');
    if (equals == nullptr) return;
    kind.assign(text, equals);
    if (kind == "skip-later") {
      const bool later = ::access(equals + 1, F_OK) == 0;
      const int marker = ::open(equals + 1, O_CREAT | O_WRONLY, 0600);
      if (marker >= 0) ::close(marker);
      kind = "skip";
      first = later ? 1 : 0;
      onward = later;
      return;
    }
    char* end = nullptr;
    first = std::strtol(equals + 1, &end, 10);
    onward = *end == '+';
  }
};

int errno_of(int result) { return result >= 0 ? 0 : errno; }

void intrude() {
  const int network = errno_of(::socket(AF_INET, SOCK_STREAM, 0));
  const int file = errno_of(::open("intruder", O_CREAT | O_WRONLY, 0600));
  const pid_t child = ::fork();
  const int process = errno_of(child);
  if (child == 0) ::_exit(0);
  if (child > 0) ::waitpid(child, nullptr, 0);
  std::fprintf(stderr, "intruder: socket %d, file %d, fork %d\n", network, file, process);
}

int overflow(volatile char* above) {
  volatile char space[4096];
  space[0] = *above;
  return space[0] == 1 ? 0 : overflow(space) + space[0];  // never 1
}

void* fault(void*) {
  *static_cast<volatile int*>(nullptr) = 1;
  return nullptr;
}

void fault_in_thread() {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  ::pthread_create(&thread, nullptr, fault, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::pthread_join(thread, nullptr);
}

// True when the draw is to be made all the same.
bool misbehave(const std::string& kind) {
  char here = 0;
  if (kind == "intrude") intrude();
  if (kind == "leave") std::exit(0);
  if (kind == "abort") std::abort();
  if (kind == "kill") ::raise(SIGKILL);
  if (kind == "overflow") ::_exit(overflow(&here));
  if (kind == "thread") fault_in_thread();
  if (kind.starts_with("ask")) ::kill(::getpid(), SIGTERM);
  if (kind == "interrupt") ::kill(::getpid(), SIGINT);
  while (kind == "ask-hang") ::pause();
  return kind != "color";
}

const Fault ordered;
long count = 0;

template <class Draw>
void draw(Draw make) {
  ++count;
  if (count != ordered.first && !(ordered.onward && count > ordered.first)) return make();
  if (ordered.kind == "skip") return;
  if (ordered.kind == "crash") ::raise(SIGSEGV);
  if (ordered.kind == "exit") std::_Exit(3);
  while (ordered.kind == "hang") ::pause();
  if (misbehave(ordered.kind)) return make();
  const auto mask = reinterpret_cast<ColorMask>(real()("glColorMask"));
  mask(1, 1, 0, 1);
  make();
  mask(1, 1, 1, 1);
}

void draw_arrays(unsigned mode, int first, int vertices) {
  draw([&] { reinterpret_cast<DrawArrays>(real()("glDrawArrays"))(mode, first, vertices); });
}

void draw_elements(unsigned mode, int vertices, unsigned type, const void* indices) {
  draw([&] { reinterpret_cast<DrawElements>(real()("glDrawElements"))(mode, vertices, type, indices); });
}

// For any arguments: it is the caller who removes them.
void nothing() {}

bool is_left_out(const char* name) {
  const char* text = std::getenv("BROKEN_DRIVER");
  return text != nullptr && text == std::string("without=") + name;
}

unsigned reset_status() {
  constexpr unsigned kGuilty = 0x8253;
  return ordered.kind == "lost" && count >= ordered.first ? kGuilty : 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) Proc eglGetProcAddress(const char* name) {
  if (std::strcmp(name, "glDrawArrays") == 0) return reinterpret_cast<Proc>(draw_arrays);
  if (std::strcmp(name, "glDrawElements") == 0) return reinterpret_cast<Proc>(draw_elements);
  if (is_left_out(name)) return nothing;
  if (std::strcmp(name, "glGetGraphicsResetStatus") == 0) return reinterpret_cast<Proc>(reset_status);
  return real()(name);
}
