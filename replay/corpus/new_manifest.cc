#include "replay/corpus/new_manifest.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "loaders/open.h"
#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// A basic string of TOML.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else out += c;
  }
  return out + "\"";
}

}  // namespace

Manifest manifest_of_folder(const fs::path& folder) {
  Manifest manifest{.file = folder};
  for (const auto& file : fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied)) {
    if (!file.is_regular_file() || !loaders::open_trace(file.path().string())) continue;
    TraceEntry entry;
    entry.path = file.path().lexically_relative(folder).generic_string();
    manifest.traces.push_back(std::move(entry));
  }
  if (manifest.traces.empty()) throw CannotJudge(fmt::format("{}: there is no recording in it", folder.string()));
  std::ranges::sort(manifest.traces, {}, &TraceEntry::path);
  return manifest;
}

std::string new_manifest(const fs::path& folder, const std::string& device) {
  const Manifest manifest = manifest_of_folder(folder);
  std::string text = "# The checksums are of the last frames; `replay run --update` writes those that are missing.\n";
  for (const TraceEntry& trace : manifest.traces) {
    text += fmt::format("\n[[traces]]\npath = {}\ndevices = {{ {} = {{}} }}\n", quoted(trace.path), quoted(device));
  }
  spdlog::info("{}: {} recordings", folder.string(), manifest.traces.size());
  return text;
}

}  // namespace replay
