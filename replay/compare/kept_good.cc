#include "replay/compare/kept_good.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
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

constexpr const char* kTitle = "replay.good";

CannotJudge not_ours(const std::filesystem::path& file) {
  return CannotJudge(fmt::format("{}: this is no file of --keep-good", file.string()));
}

// What was kept, by key. Nothing when there is no such file.
json entries_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return json::array();
  json kept = json::parse(in, nullptr, false);
  const bool is_ours = kept.is_object() && kept.contains(kTitle) && kept[kTitle].is_array() &&
                       std::ranges::all_of(kept[kTitle], [](const json& entry) { return entry.is_object(); });
  if (!is_ours) throw not_ours(file);
  return std::move(kept[kTitle]);
}

// Whether what was kept for the one is old when the other is kept: it is the same path, replayed in the same way.
bool is_of_same_trace(const json& a, const json& b) {
  const auto path_of = [](const json& key) { return key.contains("trace") ? key["trace"].at(0) : json(); };
  return path_of(a) == path_of(b) && a.value("environment", json()) == b.value("environment", json()) &&
         a.value("arguments", json()) == b.value("arguments", json());
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
  for (const json& entry : entries_of(file)) {
    if (entry.value("key", json()) != key) continue;
    try {
      std::vector<Measurement> measured;
      for (const json& one : entry.at("measured")) measured.push_back(measurement_of(one));
      if (entry.at("libraries") == libraries_of(measured)) return measured;
    } catch (const json::exception&) {
      throw not_ours(file);
    }
  }
  return {};
}

void write_kept_good(const std::filesystem::path& file, const json& key, const std::vector<Measurement>& measured) {
  json entries = json::array();
  for (json& entry : entries_of(file)) {
    if (!is_of_same_trace(entry.value("key", json::object()), key)) entries.push_back(std::move(entry));
  }
  json& kept = entries.emplace_back(json{{"key", key}, {"libraries", libraries_of(measured)}});
  for (const Measurement& one : measured) kept["measured"].push_back(to_json(one));
  need(write_whole_file(file, json_text({{kTitle, entries}})));
}

}  // namespace replay
