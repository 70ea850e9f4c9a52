#include "replay/process/oom_kills.h"

#include <fstream>
#include <string>
#include <string_view>

namespace replay {
namespace {

// Reads the line "oom_kill N" of a file of a control group.
std::optional<std::uint64_t> count_in(const std::string& file) {
  std::ifstream in(file);
  std::string name;
  for (std::uint64_t count = 0; in >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return std::nullopt;
}

// Inside a container the path of the group may be that of the host, while its folder is what is mounted.
std::optional<std::uint64_t> count_of_group(const std::string& mounted, const std::string& path, const char* file) {
  if (auto count = count_in(mounted + path + "/" + file)) return count;
  return count_in(mounted + "/" + file);
}

}  // namespace

// A line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH; without controllers it speaks of version 2.
std::optional<std::uint64_t> count_oom_kills() {
  std::ifstream groups("/proc/self/cgroup");
  std::optional<std::uint64_t> found;
  for (std::string line; !found && std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty()) found = count_of_group("/sys/fs/cgroup", path, "memory.events");
    else if (("," + controllers + ",").find(",memory,") != std::string::npos)
      found = count_of_group("/sys/fs/cgroup/memory", path, "memory.oom_control");
  }
  return found;
}

}  // namespace replay
