#include "replay/corpus/chosen_traces.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "replay/base/cannot_judge.h"
#include "replay/base/shard.h"
#include "replay/corpus/new_manifest.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

fs::path folder_of_traces(const RunOptions& options) {
  if (!options.db_path.empty()) return options.db_path;
  if (fs::is_directory(options.manifest)) return options.manifest;
  const fs::path beside = fs::path(options.manifest).parent_path();
  const fs::path usual = beside / "traces-db";
  return fs::is_directory(usual) ? usual : beside.empty() ? fs::path(".") : beside;
}

TraceSources sources_of(const RunOptions& options, const Manifest& manifest) {
  return {.traces = folder_of_traces(options),
          .cache = options.cache_dir.empty() ? default_cache() : fs::path(options.cache_dir),
          .download_url = manifest.download_url,
          .downloads = options.download,
          .token = options.download_token.empty() ? "" : read_token(options.download_token)};
}

Shard shard_of(const RunOptions& options) {
  const Shard shard =
      options.shard.empty() ? shard_of_environment(variable, options.shards) : need(parse_shard(options.shard));
  if (!shard.source.empty()) spdlog::info("shard {} of {} ({})", shard.index, shard.count, shard.source);
  return shard;
}

// The device need not be given where the manifest has only one.
Manifest open_manifest(const RunOptions& options, std::string& device) {
  Manifest manifest = read_manifest(options.manifest, device);
  const bool needs_device = !options.compare || !device.empty();
  if (needs_device && std::find(manifest.devices.begin(), manifest.devices.end(), device) == manifest.devices.end()) {
    const std::string all = manifest.devices.empty() ? "none" : fmt::format("{}", fmt::join(manifest.devices, ", "));
    throw CannotJudge(
        fmt::format("{}: it says nothing of device '{}'; give --device, one of: {}", options.manifest, device, all));
  }
  return manifest;
}

}  // namespace

ChosenTraces choose_traces(const RunOptions& options) {
  ChosenTraces chosen{.manifest = {}, .device = options.device, .sources = {}, .entries = {}, .durations = {}};
  const bool is_folder = options.compare && fs::is_directory(options.manifest);
  chosen.manifest = is_folder ? manifest_of_folder(options.manifest) : open_manifest(options, chosen.device);
  chosen.sources = sources_of(options, chosen.manifest);
  std::vector<std::string> names;
  for (const TraceEntry& entry : chosen.manifest.traces) names.push_back(entry.path);
  if (!options.durations.empty()) chosen.durations = read_durations(options.durations);
  const auto ours = tests_of(shard_of(options), names, chosen.durations);
  const std::set<std::string> wanted(ours.begin(), ours.end());
  for (const TraceEntry& entry : chosen.manifest.traces) {
    if (wanted.contains(entry.path)) chosen.entries.push_back(&entry);
  }
  return chosen;
}

}  // namespace replay
