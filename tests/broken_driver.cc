// A driver with faults to order, for tests of what finds faults. It stands in for libEGL (SDL_VIDEO_EGL_DRIVER=this
// file), hands everything to the real one, and breaks draws by what BROKEN_DRIVER says.
// clang-format off
//
//   skip=N     the N-th draw (from 1, of this process) is not made
//   skip=N+    nor any after it
//   color=N    in the N-th draw nothing is written to blue
//   crash=N    raises SIGSEGV in the N-th draw
//   enabled=C  raises SIGSEGV in each draw, and in each glBegin, while the capability of this number is on
//   hang=N     never returns from the N-th draw
//   exit=N     ends the process in it
//   leave=N    calls exit(0) in it
//   abort=N, overflow=N (of the stack), kill=N (SIGKILL, as by a system out of memory)
//   thread=N   a fault in a thread that has all signals blocked, as those of Mesa
//   picture-writer=N, decoder=N           a fault in replay's own thread of that name
//   stranger=N (SIGSEGV), terminator=N (SIGTERM)  from another process
//   ask=N, ask-hang=N, interrupt=N        is asked to end (SIGTERM, SIGTERM, SIGINT)
//   ask-parent=N                          the parent is asked to end (SIGTERM), and this process waits for that
//   starve=N   writes to memory that it did not get
//   print=N    prints to standard output
//   close=N    closes standard output and standard error
//   replace-error=N                       puts a log of its own, driver.log, in the place of standard error
//   flood=N    prints 200 MB to standard error
//   linger=N   leaves a process that has a session of its own, and standard output and error, and never ends
//   quit=N     ends the process with _exit(0), quit-bad=N with _exit(1)
//   move=N     makes / the working folder
//   lost=N     after the N-th draw the context is lost: glGetGraphicsResetStatus says so
//   intrude=N  in the N-th draw it tries for the network, a file and a process, and tells the errno of each
//   finish-crash=0                        glFinish raises SIGSEGV
//   unload=0   so does the end of the library
//   without=F  calls of the function F, which returns nothing, are not made
//   later=FILE;FAULT;FAULT                the first of these, and the second when FILE exists; it does after the first
//                                         process that draws
//
// clang-format on
// Draws are glDrawArrays and glDrawElements. It is told which by a count of its own and not by call numbers, as a real
// driver.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using Proc = void (*)();
using DrawArrays = void (*)(unsigned, int, int);
using DrawElements = void (*)(unsigned, int, unsigned, const void*);
using Begin = void (*)(unsigned);
using IsEnabled = unsigned char (*)(unsigned);
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
    if (text != nullptr) take(std::strncmp(text, "later=", 6) == 0 ? one_of_two(text + 6) : text);
  }

 private:
  void take(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return;
    kind = text.substr(0, equals);
    char* end = nullptr;
    first = std::strtol(text.c_str() + equals + 1, &end, 10);
    onward = *end == '+';
  }
  static std::string one_of_two(const std::string& text) {
    const auto first = text.find(';'), second = text.find(';', first + 1);
    const std::string file = text.substr(0, first);
    const bool later = ::access(file.c_str(), F_OK) == 0;
    const int marker = ::open(file.c_str(), O_CREAT | O_WRONLY, 0600);
    if (marker >= 0) ::close(marker);
    return later ? text.substr(second + 1) : text.substr(first + 1, second - first - 1);
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

// As if its code had a bug.
void fault_in_thread_of_replay(const std::string& name) {
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string found;
    std::getline(std::ifstream(task.path() / "comm"), found);
    if (found == name) ::syscall(SYS_tgkill, ::getpid(), std::stoi(task.path().filename().string()), SIGSEGV);
  }
  while (true) ::pause();
}

// Another process sends the signal, after fork() has returned in this one. Inside of fork() this process holds all
// locks of its heap, and the report of a crash would wait for them until its time is over.
void be_killed(int signal) {
  int go[2];
  if (::pipe(go) != 0) ::_exit(1);
  const pid_t self = ::getpid(), other = ::fork();
  char byte = 0;
  if (other == 0) {
    ::close(go[1]);  // so that the read ends when this process does
    if (::read(go[0], &byte, 1) == 1) ::kill(self, signal);
    ::_exit(0);
  }
  if (::write(go[1], &byte, 1) != 1) ::_exit(1);
  while (true) ::pause();
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

void flood() {
  const std::string line(99, 'x');
  for (int i = 0; i < 2'000'000; ++i) std::fprintf(stderr, "%s\n", line.c_str());
}

// Twice, so that its parent is gone.
void linger() {
  const pid_t first = ::fork();
  if (first == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    while (true) ::pause();
  }
  ::waitpid(first, nullptr, 0);
}

// True when the draw is to be made all the same.
bool misbehave(const std::string& kind) {
  char here = 0;
  if (kind == "intrude") intrude();
  if (kind == "leave") std::exit(0);
  if (kind == "print") std::fwrite("x", 1, 1, stdout);
  if (kind == "close") ::close(STDOUT_FILENO), ::close(STDERR_FILENO);
  if (kind == "replace-error") ::dup2(::open("driver.log", O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
  if (kind == "flood") flood();
  if (kind == "linger") linger();
  if (kind == "quit") ::_exit(0);
  if (kind == "quit-bad") ::_exit(1);
  if (kind == "move" && ::chdir("/") != 0) std::abort();
  if (kind == "abort") std::abort();
  if (kind == "kill") ::raise(SIGKILL);
  if (kind == "overflow") ::_exit(overflow(&here));
  if (kind == "thread") fault_in_thread();
  // As drivers do that do not look whether they got it.
  if (kind == "starve") std::memset(std::malloc(std::size_t{1} << 50), 1, 1);
  if (kind == "picture-writer" || kind == "decoder") fault_in_thread_of_replay(kind);
  if (kind == "stranger") be_killed(SIGSEGV);
  if (kind == "terminator") be_killed(SIGTERM);
  if (kind.starts_with("ask")) ::kill(kind == "ask-parent" ? ::getppid() : ::getpid(), SIGTERM);
  if (kind == "interrupt") ::kill(::getpid(), SIGINT);
  while (kind == "ask-hang" || kind == "ask-parent") ::pause();
  return kind != "color";
}

long count = 0;

// Not before the first draw: a process that only asks who the driver is does not count as one.
const Fault& fault_ordered() {
  static const Fault fault;
  return fault;
}

void mind_capability() {
  const Fault& ordered = fault_ordered();
  if (ordered.kind != "enabled") return;
  if (reinterpret_cast<IsEnabled>(real()("glIsEnabled"))(static_cast<unsigned>(ordered.first)) != 0) ::raise(SIGSEGV);
}

template <class Draw>
void draw(Draw make) {
  ++count;
  mind_capability();
  const Fault& ordered = fault_ordered();
  if (ordered.kind == "enabled") return make();
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

void begin(unsigned mode) {
  mind_capability();
  reinterpret_cast<Begin>(real()("glBegin"))(mode);
}

// For any arguments: it is the caller who removes them.
void nothing() {}

void crash_at_once() { ::raise(SIGSEGV); }

bool is_ordered(const std::string& fault) {
  const char* text = std::getenv("BROKEN_DRIVER");
  return text != nullptr && text == fault;
}

bool is_left_out(const char* name) { return is_ordered(std::string("without=") + name); }

unsigned reset_status() {
  constexpr unsigned kGuilty = 0x8253;
  const Fault& ordered = fault_ordered();
  return ordered.kind == "lost" && count >= ordered.first ? kGuilty : 0;
}

}  // namespace

// When the program is done with the driver.
__attribute__((destructor)) void unload() {
  if (is_ordered("unload=0")) ::raise(SIGSEGV);
}

extern "C" __attribute__((visibility("default"))) Proc eglGetProcAddress(const char* name) {
  if (std::strcmp(name, "glDrawArrays") == 0) return reinterpret_cast<Proc>(draw_arrays);
  if (std::strcmp(name, "glDrawElements") == 0) return reinterpret_cast<Proc>(draw_elements);
  if (std::strcmp(name, "glBegin") == 0) return reinterpret_cast<Proc>(begin);
  if (is_left_out(name)) return nothing;
  if (std::strcmp(name, "glFinish") == 0 && is_ordered("finish-crash=0")) return crash_at_once;
  if (std::strcmp(name, "glGetGraphicsResetStatus") == 0) return reinterpret_cast<Proc>(reset_status);
  return real()(name);
}
