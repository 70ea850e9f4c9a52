// What a process can no longer do in the sandbox. Each test enters it in a child process, because it cannot be left.
#include "replay/process/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <thread>

#include "loaders/base/sanitized.h"
#include "replay/base/whole_file.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

bool has_landlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1; }
// Tries in a child whether the kernel accepts a filter that denies nothing.
bool has_seccomp() {
  const pid_t child = ::fork();
  if (child == 0) {
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    ::_exit(filter != nullptr && seccomp_load(filter) == 0 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#define NEEDS_LANDLOCK \
  if (!has_landlock()) GTEST_SKIP() << "this kernel has no Landlock"
#define NEEDS_SECCOMP \
  if (!has_seccomp()) GTEST_SKIP() << "this kernel has no seccomp filters"

// Returns 0, or the errno of a failed system call.
int result_of(long value) { return value >= 0 ? 0 : errno; }

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(path("inside"));
    std::filesystem::create_directory(path("outside"));
    std::ofstream(path("outside/file")) << "precious";
  }

  // Returns what `attempt` returns in a child that is confined to the folder "inside", or -1 when the child fails
  // before.
  int inside(const std::function<int()>& attempt) const {
    const pid_t child = ::fork();
    if (child == 0) {
      confine({.writable = {path("inside")}, .cpu_seconds = 100, .memory = std::uint64_t{1} << 30});
      ::_exit(attempt());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::filesystem::path path(const std::string& name) const { return folder.path() / name; }
  std::string precious() const {
    std::ifstream file(path("outside/file"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ScratchFolder folder;
};

TEST_F(SandboxTest, HasNoNetwork) {
  NEEDS_SECCOMP;
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET}) {
    EXPECT_EQ(inside([&] { return result_of(::socket(family, SOCK_STREAM, 0)); }), EACCES) << family;
  }
  EXPECT_EQ(inside([] { return result_of(::syscall(SYS_io_uring_setup, 1, nullptr)); }), ENOSYS);
}

TEST_F(SandboxTest, StartsNoOtherProcess) {
  NEEDS_SECCOMP;
  EXPECT_EQ(inside([] { return result_of(::execl("/bin/true", "true", nullptr)); }), EPERM);
  EXPECT_EQ(inside([] { return result_of(::fork()); }), EPERM);
  EXPECT_EQ(inside([] { return result_of(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }), EPERM);
  EXPECT_EQ(inside([] { return result_of(::unshare(CLONE_NEWUSER)); }), EPERM);
}

TEST_F(SandboxTest, ReachesNoOtherProcess) {
  NEEDS_SECCOMP;
  const pid_t parent = ::getpid();
  EXPECT_EQ(inside([&] { return result_of(::kill(parent, 0)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::kill(0, 0)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::syscall(SYS_tgkill, parent, parent, 0)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::ptrace(PTRACE_ATTACH, parent, nullptr, nullptr)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::syscall(SYS_pidfd_open, parent, 0)); }), EPERM);
  EXPECT_EQ(inside([&] {
              const rlimit none{0, 0};
              return result_of(::prlimit(parent, RLIMIT_NOFILE, &none, nullptr));
            }),
            EPERM);
  EXPECT_EQ(inside([] { return result_of(::ioctl(0, TIOCSTI, "x")); }), EPERM);
}

TEST_F(SandboxTest, StillHasWhatDriversNeed) {
  EXPECT_EQ(inside([] { return result_of(::kill(::getpid(), 0)); }), 0);
  EXPECT_EQ(inside([] {
              int done = 0;
              std::thread([&] { done = 1; }).join();
              return done;
            }),
            1);
  EXPECT_EQ(inside([] {
              void* code = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              return result_of(::mprotect(code, 4096, PROT_READ | PROT_EXEC));
            }),
            0);
  EXPECT_EQ(inside([] { return result_of(::ftruncate(::memfd_create("x", MFD_CLOEXEC), 4096)); }), 0);
  EXPECT_EQ(inside([] { return result_of(::open("/dev/null", O_RDWR)); }), 0);
  EXPECT_EQ(inside([] { return result_of(::open("/proc/self/maps", O_RDONLY)); }), 0);
}

TEST_F(SandboxTest, CanWriteToTheFoldersOfTheResults) {
  EXPECT_EQ(inside([&] {
              const std::uint8_t bytes[] = {'o', 'k'};
              const bool is_new(write_whole_file(path("inside/new"), bytes));
              const bool is_replaced(write_whole_file(path("inside/new"), bytes));
              return is_new && is_replaced ? 0 : 1;
            }),
            0);
  EXPECT_EQ(std::filesystem::file_size(path("inside/new")), 2u);
}

TEST_F(SandboxTest, CreatesAndChangesNoFileElsewhere) {
  NEEDS_LANDLOCK;
  const std::string file = path("outside/file"), other = path("outside/new"), mine = path("inside/mine");
  std::ofstream(path("inside/mine")) << "x";
  EXPECT_EQ(inside([&] { return result_of(::open(other.c_str(), O_WRONLY | O_CREAT, 0600)); }), EACCES);
  EXPECT_EQ(inside([&] { return result_of(::open(file.c_str(), O_WRONLY)); }), EACCES);
  EXPECT_EQ(inside([&] { return result_of(::open(file.c_str(), O_RDWR | O_TRUNC)); }), EACCES);
  EXPECT_NE(inside([&] { return result_of(::open(file.c_str(), O_RDONLY | O_TRUNC)); }), 0);
  EXPECT_NE(inside([&] { return result_of(::truncate(file.c_str(), 0)); }), 0);
  EXPECT_EQ(inside([&] { return result_of(::unlink(file.c_str())); }), EACCES);
  EXPECT_EQ(inside([&] { return result_of(::mkdir(other.c_str(), 0700)); }), EACCES);
  EXPECT_EQ(inside([&] { return result_of(::symlink("x", other.c_str())); }), EACCES);
  EXPECT_NE(inside([&] { return result_of(::rename(mine.c_str(), other.c_str())); }), 0);
  EXPECT_NE(inside([&] { return result_of(::link(file.c_str(), path("inside/link").c_str())); }), 0);
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_EQ(precious(), "precious");
}

TEST_F(SandboxTest, ALinkInTheFolderDoesNotLeadOut) {
  NEEDS_LANDLOCK;
  std::filesystem::create_symlink(path("outside/file"), path("inside/link"));
  EXPECT_EQ(inside([&] { return result_of(::open(path("inside/link").c_str(), O_WRONLY)); }), EACCES);
}

TEST_F(SandboxTest, ChangesNoModesOwnersOrTimes) {
  NEEDS_SECCOMP;
  const std::string file = path("outside/file");
  EXPECT_EQ(inside([&] { return result_of(::chmod(file.c_str(), 0777)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::chown(file.c_str(), 1, 1)); }), EPERM);
  EXPECT_EQ(inside([&] { return result_of(::utimensat(AT_FDCWD, file.c_str(), nullptr, 0)); }), EPERM);
}

TEST_F(SandboxTest, HasResourceLimits) {
  if (loaders::kSanitized) GTEST_SKIP() << "a sanitizer maps more than any limit";
  EXPECT_EQ(inside([] {
              void* much =
                  ::mmap(nullptr, std::size_t{2} << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              return much == MAP_FAILED ? errno : 0;
            }),
            ENOMEM);
  const auto limit_of = [&](__rlimit_resource resource, rlim_t most) {
    return inside([=] {
      rlimit limit{};
      ::getrlimit(resource, &limit);
      return limit.rlim_cur <= most ? 1 : 0;
    });
  };
  EXPECT_EQ(limit_of(RLIMIT_CORE, 0), 1);
  EXPECT_EQ(limit_of(RLIMIT_CPU, 100), 1);
  EXPECT_EQ(limit_of(RLIMIT_FSIZE, rlim_t{4} << 30), 1);
}

TEST_F(SandboxTest, WritablePathsAreFoldersOrDevices) {
  EXPECT_EQ(place_of(path("inside/new.json")), std::filesystem::canonical(path("inside")));
  EXPECT_EQ(place_of("/dev/full"), "/dev/full");
  EXPECT_EQ(place_of("plain.json"), std::filesystem::current_path());
  std::filesystem::create_symlink(path("outside/file"), path("inside/link"));  // the file that it points to is replaced
  EXPECT_EQ(place_of(path("inside/link")), std::filesystem::canonical(path("outside")));
}

}  // namespace
}  // namespace replay
