#include "replay/compare/kept_good.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/process/last_call.h"

namespace replay {
namespace {

using nlohmann::json;

// A file that was written again is another one, even of the same size.
json identity_of(const std::string& path) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  const auto time = std::filesystem::last_write_time(path, none).time_since_epoch().count();
  return {path, size, time};
}

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 1);
  }
  return "";
}

json libraries_of(const std::vector<Measurement>& measured) {
  json libraries = json::array();
  if (measured.empty()) return libraries;
  for (const std::string& library : measured.front().libraries) libraries.push_back(identity_of(library));
  return libraries;
}

}  // namespace

json key_of_good(const std::string& trace, const std::string& environment, const std::vector<std::string>& arguments) {
  utsname system{};
  ::uname(&system);
  return {{"machine", {system.nodename, system.release, processor()}},
          {"program", identity_of(own_program())},
          {"trace", identity_of(std::filesystem::absolute(trace).string())},
          {"environment", environment},
          {"arguments", arguments}};
}

std::vector<Measurement> read_kept_good(const std::filesystem::path& file, const json& key) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  const json kept = json::parse(in, nullptr, false);
  const auto refuse = [&] { return CannotJudge(fmt::format("{}: this is no file of --keep-good", file.string())); };
  if (!kept.is_object() || !kept.contains("replay.good")) throw refuse();
  if (kept["replay.good"] != key) return {};
  try {
    std::vector<Measurement> measured;
    for (const json& one : kept.at("measured")) measured.push_back(measurement_of(one));
    if (kept.at("libraries") != libraries_of(measured)) return {};
    return measured;
  } catch (const json::exception&) {
    throw refuse();
  }
}

void write_kept_good(const std::filesystem::path& file, const json& key, const std::vector<Measurement>& measured) {
  json kept = {{"replay.good", key}, {"libraries", libraries_of(measured)}, {"measured", json::array()}};
  for (const Measurement& one : measured) kept["measured"].push_back(to_json(one));
  need(write_whole_file(file, kept.dump(1, ' ', false, json::error_handler_t::replace) + "\n"));
}

}  // namespace replay
