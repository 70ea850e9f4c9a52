#include "replay/process/instruction_counter.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define REPLAY_MARKS_VALGRIND_COUNT 1
#else
#define REPLAY_MARKS_VALGRIND_COUNT 0
#endif

namespace replay {

loaders::Result<InstructionCounter> InstructionCounter::open() {
  return open(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
}

loaders::Result<InstructionCounter> InstructionCounter::open(std::uint32_t type, std::uint64_t config) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = type;
  wanted.config = config;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const auto fd = static_cast<int>(::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (fd < 0) {
    return loaders::Error{errno == ENOENT || errno == EOPNOTSUPP
                              ? "this machine has no counter of instructions"
                              : fmt::format("the kernel gives no counter of instructions: {}", std::strerror(errno))};
  }
  return InstructionCounter(fd);
}

InstructionCounter::InstructionCounter(InstructionCounter&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

InstructionCounter& InstructionCounter::operator=(InstructionCounter&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

InstructionCounter::~InstructionCounter() {
  if (fd_ >= 0) ::close(fd_);
}

std::uint64_t InstructionCounter::read() const {
  std::uint64_t count = 0;
  return ::read(fd_, &count, sizeof count) == sizeof count ? count : 0;
}

#if REPLAY_MARKS_VALGRIND_COUNT
bool can_mark_valgrind_count() { return true; }
void begin_valgrind_count() {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}
void end_valgrind_count() {
  CALLGRIND_DUMP_STATS;
  CALLGRIND_STOP_INSTRUMENTATION;
}
void toggle_valgrind_count() { CALLGRIND_TOGGLE_COLLECT; }
#else
bool can_mark_valgrind_count() { return false; }
void begin_valgrind_count() {}
void end_valgrind_count() {}
void toggle_valgrind_count() {}
#endif

}  // namespace replay
