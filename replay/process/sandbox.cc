#include "replay/process/sandbox.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "loaders/base/sanitized.h"
#include "replay/base/cannot_judge.h"
#include "replay/process/file_rules.h"
#include "replay/process/syscall_filter.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr double kLongest = 3600;  // seconds for each processor, where no time-out is given
constexpr rlim_t kLargestFile = rlim_t{4} << 30;
constexpr rlim_t kMaxFiles = 1024;

// Sets a limit of resources, and never raises one.
void limit(__rlimit_resource resource, rlim_t most) {
  rlimit now{};
  ::getrlimit(resource, &now);
  now.rlim_cur = std::min(now.rlim_cur, most);
  // The hard limit of processor time is higher: at the soft one a signal comes, after which the summary is still
  // written.
  now.rlim_max = std::min(now.rlim_max, resource == RLIMIT_CPU ? most + 10 : most);
  ::setrlimit(resource, &now);
}

void limit_resources(const Confinement& confinement) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, kMaxFiles);
  if (!confinement.writable.empty()) limit(RLIMIT_FSIZE, kLargestFile);  // otherwise only standard output, maybe a file
  if (confinement.cpu_seconds > 0) limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(confinement.cpu_seconds)));
  // RLIMIT_AS would be wrong: drivers of real hardware reserve terabytes of address space, and use little of it.
  if (confinement.memory > 0 && !loaders::kSanitized) limit(RLIMIT_DATA, confinement.memory);
}

// Drivers keep compiled shaders in the home folder, where nothing can be written now. They would try again for every
// shader.
void turn_off_shader_caches() {
  ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
  ::setenv("MESA_GLSL_CACHE_DISABLE", "true", 1);  // its name before Mesa 22
  ::setenv("__GL_SHADER_DISK_CACHE", "0", 1);
}

}  // namespace

std::vector<std::string> confine(const Confinement& confinement) {
  std::vector<std::string> lacking;
  const auto note = [&](const loaders::Status& given_up) {
    if (!given_up) lacking.push_back(given_up.error().problem);
  };
  turn_off_shader_caches();
  limit_resources(confinement);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);  // both parts need it, and the replay starts no set-user-ID program
  note(allow_writing_only(confinement.writable));
  note(filter_syscalls());
  return lacking;
}

void enter_sandbox(const Supervision& supervision, std::vector<fs::path> writable) {
  if (supervision.sandbox == Sandbox::kOff) return;
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const auto lacking = confine({.writable = std::move(writable),
                                .cpu_seconds = supervision.timeout.value_or(kLongest) * processors + 1,
                                .memory = supervision.memory_limit != 0 ? supervision.memory_limit : kSandboxMemory});
  for (const std::string& problem : lacking) spdlog::warn("--sandbox: {}", problem);
  if (!lacking.empty() && supervision.sandbox == Sandbox::kRequire) {
    throw CannotJudge("--sandbox=require: this kernel cannot confine the replay as far as was asked for");
  }
}

fs::path place_of(const fs::path& file) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(fs::absolute(file), ignored);
  const fs::file_status status = fs::status(real, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return real;
  return real.parent_path();
}

}  // namespace replay
