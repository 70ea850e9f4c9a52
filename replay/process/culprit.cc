#include "replay/process/culprit.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace replay {
namespace {

// The addresses of a program or library.
struct Object {
  std::uintptr_t first = 0, last = 0;
  bool has(std::uintptr_t address) const { return first <= address && address <= last; }
};

// Code of the program itself is blamed. Libraries that we brought along are skipped: when the C library crashes, its
// caller is to blame.
struct OwnObjects {
  std::array<Object, 128> libraries;
  std::size_t count = 0;
  Object program;

  void add(const Object& object) {
    if (count < libraries.size()) libraries[count++] = object;
  }
  bool has_library(std::uintptr_t address) const {
    return std::any_of(libraries.begin(), libraries.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Object& object) { return object.has(address); });
  }
} own;

Object object_of(const dl_phdr_info& info) {
  Object object{~std::uintptr_t{0}, 0};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& part = info.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || part.p_memsz == 0) continue;
    const std::uintptr_t first = info.dlpi_addr + part.p_vaddr;
    object.first = std::min(object.first, first);
    object.last = std::max(object.last, first + part.p_memsz - 1);
  }
  return object;
}

// A GL library that somebody preloads is loaded as early as our libraries, but it is still the driver.
bool is_gl(const Object& object) {
  constexpr const char* kOfGl[] = {"eglGetProcAddress", "glXGetProcAddress", "glXGetProcAddressARB", "glDrawArrays"};
  return std::any_of(std::begin(kOfGl), std::end(kOfGl), [&](const char* name) {
    return object.has(reinterpret_cast<std::uintptr_t>(::dlsym(RTLD_DEFAULT, name)));
  });
}

int remember(dl_phdr_info* info, std::size_t, void*) {
  const Object object = object_of(*info);
  if (own.program.last == 0) own.program = object;  // the program itself comes first
  else if (!is_gl(object)) own.add(object);
  return 0;
}

// What is on the stack, from the fault outwards.
struct Stack {
  std::uintptr_t fault = 0;
  bool reached = false, ours = false, foreign = false;

  void see(std::uintptr_t code) {
    if (own.program.has(code)) ours = true;
    else if (!own.has_library(code)) foreign = true;
  }
};

_Unwind_Reason_Code see_frame(_Unwind_Context* frame, void* to) {
  auto& stack = *static_cast<Stack*>(to);
  int is_exact = 0;
  const std::uintptr_t code = _Unwind_GetIPInfo(frame, &is_exact);
  // The first frames are those of the handler. After the outermost frame the unwinder finds 0.
  stack.reached = stack.reached || code == stack.fault;
  if (stack.reached && (code != 0 || stack.fault == 0)) stack.see(is_exact != 0 ? code : code - 1);
  return stack.foreign ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

// Stops at the innermost frame that is not of a library of ours.
_Unwind_Reason_Code see_innermost(_Unwind_Context* frame, void* to) {
  const auto& stack = *static_cast<const Stack*>(to);
  const _Unwind_Reason_Code code = see_frame(frame, to);
  return stack.ours ? _URC_NORMAL_STOP : code;
}

std::uintptr_t instruction_of(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(registers.pc);
#else
  return 0;  // the address belongs to no object: the driver is blamed, as always when nothing says otherwise
#endif
}

// Reads the start of a file, as much as fits. Allocates nothing.
std::size_t read_start(const char* path, char* text, std::size_t size) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t read = ::read(fd, text, size - 1);
  ::close(fd);
  text[read > 0 ? read : 0] = '\0';
  return read > 0 ? static_cast<std::size_t>(read) : 0;
}

// Returns the bytes of private memory. The file has "size resident shared text library data" in pages.
std::uint64_t data_in_use() {
  char text[256];
  if (read_start("/proc/self/statm", text, sizeof text) == 0) return 0;
  char* at = text;
  std::uint64_t pages = 0;
  for (int field = 0; field < 6; ++field) pages = std::strtoull(at, &at, 10);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// A refused allocation leaves ENOMEM on its thread. If another call has changed errno since, little room below the
// limit shows it.
bool ran_into_memory_limit(int error) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  return error == ENOMEM || data_in_use() > limit.rlim_cur / 8 * 7;
}

bool sent_by_another_process(const siginfo_t& info) {
  return (info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE) && info.si_pid != ::getpid();
}

// A line of /proc/self/maps: "first-last rights offset device inode   path".
struct Mapping {
  Object object;
  std::string_view path;

  explicit Mapping(const char* line) {
    char* at = nullptr;
    object.first = std::strtoull(line, &at, 16);
    if (*at == '-') object.last = std::strtoull(at + 1, &at, 16) - 1;
    path = at;
    for (int field = 0; field < 4; ++field) {
      path.remove_prefix(std::min(path.find_first_not_of(' '), path.size()));
      path.remove_prefix(std::min(path.find(' '), path.size()));
    }
    path.remove_prefix(std::min(path.find_first_not_of(' '), path.size()));
  }

  // Whether it is the memory of a device, or a file without a name. Drivers map these for their users, and they may
  // disappear.
  bool is_of_a_device() const {
    return path.starts_with("/dev/") || path.starts_with("/memfd:") || path.starts_with("anon_inode:");
  }
};

bool lies_in_a_device(std::uintptr_t address) {
  const int fd = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char line[512], piece[1024];
  std::size_t size = 0;
  bool found = false;
  for (ssize_t count = 0; !found && (count = ::read(fd, piece, sizeof piece)) > 0;) {
    for (const char c : std::string_view(piece, static_cast<std::size_t>(count))) {
      if (c != '\n') {
        if (size < sizeof line - 1) line[size++] = c;
        continue;
      }
      line[size] = '\0';
      size = 0;
      const Mapping mapping(line);
      found = found || (mapping.object.has(address) && mapping.is_of_a_device());
    }
  }
  ::close(fd);
  return found;
}

}  // namespace

void remember_own_objects() { ::dl_iterate_phdr(remember, nullptr); }

void count_as_ours(const void* code) {
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* wanted) {
        const Object object = object_of(*info);
        if (!object.has(reinterpret_cast<std::uintptr_t>(wanted))) return 0;
        own.add(object);
        return 1;
      },
      const_cast<void*>(code));
}

std::vector<std::string> foreign_libraries() {
  std::vector<std::string> paths;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        const Object object = object_of(*info);
        const bool is_ours = object.first == own.program.first || own.has_library(object.first);
        if (!is_ours && info->dlpi_name != nullptr)
          static_cast<std::vector<std::string>*>(to)->emplace_back(info->dlpi_name);
        return 0;
      },
      &paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

Culprit find_culprit(const siginfo_t& info, const void* context, bool own_thread) noexcept {
  const int error = errno;
  if (sent_by_another_process(info)) return Culprit::kOutside;
  if (ran_into_memory_limit(error)) return Culprit::kMemoryLimit;
  if (own_thread) return Culprit::kReplay;
  Stack stack{.fault = instruction_of(context)};
  _Unwind_Backtrace(see_frame, &stack);
  if (!stack.reached) stack.see(stack.fault);
  if (stack.foreign || !stack.ours) return Culprit::kDriver;
  const bool at_an_address = (info.si_signo == SIGSEGV || info.si_signo == SIGBUS) && info.si_code > 0;
  if (at_an_address && lies_in_a_device(reinterpret_cast<std::uintptr_t>(info.si_addr))) return Culprit::kDriver;
  return Culprit::kReplay;
}

std::optional<bool> is_in_own_code(const void* context) noexcept {
  Stack stack{.fault = instruction_of(context)};
  if (stack.fault == 0) return std::nullopt;
  _Unwind_Backtrace(see_innermost, &stack);
  if (!stack.reached) stack.see(stack.fault);
  return stack.ours;
}

Culprit culprit_of_signal(int signal, Culprit told) {
  constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU};
  const bool is_fault = std::find(std::begin(kFaults), std::end(kFaults), signal) != std::end(kFaults);
  return is_fault ? told : Culprit::kOutside;
}

const char* blame(Culprit culprit) {
  switch (culprit) {
    case Culprit::kDriver: return "";
    case Culprit::kReplay: return ": this is a bug of replay and says nothing of the driver";
    case Culprit::kOutside:
      return ": the signal came from outside; of SIGKILL the likely reason is that the system ran out of memory";
    case Culprit::kMemoryLimit: return ": the memory limit was reached, which says nothing of the driver";
    case Culprit::kOtherDriver: return ": this is not the driver that was required";
  }
  return "";
}

const char* to_word(Culprit culprit) {
  constexpr const char* kWords[] = {"driver", "replay", "outside", "memory limit", "other driver"};
  const auto index = static_cast<std::size_t>(culprit);
  return index < std::size(kWords) ? kWords[index] : kWords[0];
}

}  // namespace replay
