#include "replay/process/file_rules.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace replay {
namespace {

namespace fs = std::filesystem;

// The structure that the kernel takes. The header of Debian 12 has the first field only.
struct Ruleset {
  std::uint64_t files, network, scope;
};

constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kTcp = 3;                // bind, connect
constexpr std::uint64_t kSocketsAndSignals = 3;  // abstract Unix sockets of others, signals to others

constexpr std::uint64_t kInFolder =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE;
constexpr std::uint64_t kNowhere = LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                   LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                   LANDLOCK_ACCESS_FS_MAKE_SYM;

// The devices by which GL drivers talk to hardware, and those that discard data. Devices that do not exist are skipped.
constexpr const char* kDevices[] = {"/dev/null",    "/dev/zero",  "/dev/dri", "/dev/kfd",
                                    "/dev/udmabuf", "/dev/mali0", "/dev/dxg"};

// Landlock restricts truncating from its third version on. For earlier versions the system call filter does it.
std::uint64_t truncating(long version) { return version >= 3 ? kTruncate : 0; }

Ruleset rules_of(long version) {
  Ruleset rules{.files = kInFolder | kNowhere | truncating(version), .network = 0, .scope = 0};
  if (version >= 2) rules.files |= LANDLOCK_ACCESS_FS_REFER;  // version 1 always forbids it
  if (version >= 4) rules.network = kTcp;
  if (version >= 6) rules.scope = kSocketsAndSignals;
  return rules;
}

std::size_t size_of(long version) {
  return version >= 6 ? sizeof(Ruleset) : version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

// Returns false when the place does not exist.
bool allow(int ruleset, const fs::path& place, long version) {
  const int fd = ::open(place.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return false;
  struct stat status {};
  ::fstat(fd, &status);
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE | truncating(version);
  if (S_ISDIR(status.st_mode)) rule.allowed_access |= kInFolder;
  rule.parent_fd = fd;
  const bool done = ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  ::close(fd);
  return done;
}

// Devices may be written, but not made.
void allow_devices(int ruleset, long version) {
  for (const char* device : kDevices) allow(ruleset, device, version);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/dev", ignored)) {
    if (entry.path().filename().string().starts_with("nvidia")) allow(ruleset, entry.path(), version);
  }
}

loaders::Error cannot() {
  return {fmt::format("files can be written anywhere: the kernel has no Landlock ({})",
                      std::generic_category().message(errno))};
}

}  // namespace

loaders::Status allow_writing_only(const std::vector<fs::path>& places) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return cannot();
  const Ruleset rules = rules_of(version);
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size_of(version), 0));
  if (ruleset < 0) return cannot();
  allow_devices(ruleset, version);
  for (const fs::path& place : places) allow(ruleset, place, version);
  const long result = ::syscall(SYS_landlock_restrict_self, ruleset, 0);
  const int error = errno;
  ::close(ruleset);
  errno = error;
  if (result != 0) return cannot();
  return {};
}

}  // namespace replay
