#include "replay/corpus/inputs.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "replay/base/renderer.h"
#include "replay/base/sha256.h"
#include "replay/command_line/version.h"
#include "replay/picture/tolerance.h"
#include "replay/process/build_ids.h"
#include "replay/process/own_command.h"

namespace replay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string digest_of(const json& parts) {
  return sha256_of_text(parts.dump(-1, ' ', false, json::error_handler_t::replace));
}

// What the first processor can do: drivers that draw on it compile for that. A line is "name<tab>: value".
json processor() {
  static const std::set<std::string> kKeys = {"vendor_id", "cpu family",      "model",    "model name",  "stepping",
                                              "flags",     "Features",        "CPU part", "CPU variant", "isa",
                                              "uarch",     "CPU implementer", "cpu"};
  json found = json::object();
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line) && !line.empty();) {
    const std::string key = line.substr(0, line.find_first_of("\t:"));
    if (kKeys.contains(key)) found[key] = line;
  }
  return found;
}

// A driver of a GPU has a part in the kernel.
json machine_of(const std::string& renderer) {
  json parts = {{"processor", processor()}};
  utsname kernel{};
  if (!draws_on_cpu(renderer) && ::uname(&kernel) == 0) parts["kernel"] = {kernel.release, kernel.version};
  return parts;
}

// The files in which Mesa looks for options of programs.
json configuration_of_mesa() {
  const char* folder = std::getenv("DRIRC_CONFIGDIR");
  const char* home = std::getenv("HOME");
  std::set<fs::path> files = {"/etc/drirc"};
  if (home != nullptr) files.insert(fs::path(home) / ".drirc");
  std::error_code error;
  for (fs::directory_iterator in(folder != nullptr ? folder : "/usr/share/drirc.d", error), end; !error && in != end;
       in.increment(error)) {
    files.insert(in->path());
  }
  json digests = json::array();
  for (const fs::path& file : files) digests.push_back(sha256_of_file(file));
  return digests;
}

json frame_of(const FrameExpectation& frame, bool& is_known) {
  json pictures = json::array();
  for (const std::string& picture : frame.pictures) {
    pictures.push_back(sha256_of_file(picture));
    if (pictures.back() == "") is_known = false;
  }
  return {{"frame", frame.frame ? json(*frame.frame) : json("last")},
          {"sha256", frame.sha256},
          {"checksums", frame.checksums},
          {"pictures", std::move(pictures)},
          {"tolerance", to_string(frame.tolerance)}};
}

}  // namespace

TraceInputs inputs_of_run(const json& driver) {
  if (!driver.is_object()) return {};
  const json builds = driver.value("builds", json::array());
  const auto is_unknown = [](const json& build) { return build == ""; };
  const std::vector<std::string> own = builds_of_this_program();
  if (builds.empty() || std::ranges::any_of(builds, is_unknown) || std::ranges::any_of(own, &std::string::empty))
    return {};
  return {{"driver", digest_of(driver)},
          {"environment", digest_of({steering_variables(), configuration_of_mesa()})},
          {"machine", digest_of(machine_of(driver.value("renderer", "")))},
          {"program", digest_of({version_and_commit(), own})}};
}

TraceInputs inputs_of_trace(TraceInputs run, const TraceEntry& entry, const fs::path& file,
                            const std::vector<std::string>& options) {
  if (run.empty()) return {};
  bool is_known = true;
  json frames = json::array();
  for (const FrameExpectation& frame : entry.frames) frames.push_back(frame_of(frame, is_known));
  const std::string trace = entry.sha256.empty() ? sha256_of_file(file) : entry.sha256;
  if (!is_known || trace.empty()) return {};
  run["trace"] = trace;
  run["options"] = digest_of(options);
  run["expected"] = digest_of(
      {{"frames", std::move(frames)}, {"size", entry.size ? json(*entry.size) : json()}, {"sha256", entry.sha256}});
  return run;
}

std::vector<std::string> differing_inputs(const TraceInputs& a, const TraceInputs& b) {
  std::vector<std::string> names;
  for (const auto& [name, digest] : a.empty() ? b : a) {
    const auto one = a.find(name), other = b.find(name);
    if (one == a.end() || other == b.end() || one->second != other->second) names.push_back(name);
  }
  return names;
}

}  // namespace replay
