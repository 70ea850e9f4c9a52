#include "replay/corpus/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/manifest_reader.h"

namespace replay {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in;
  if (file != "-") in.open(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) {
    throw CannotJudge(fmt::format("{}: the manifest cannot be read", file.string()));
  }
  std::istream& from = file == "-" ? std::cin : in;
  return {std::istreambuf_iterator<char>(from), {}};
}

Manifest read_for(const std::filesystem::path& file, const std::string& content, const std::string& device) {
  Manifest manifest{.file = file, .content = content};
  if (file.extension() == ".toml" || is_toml(content)) read_toml_manifest(manifest, device);
  else read_yaml_manifest(manifest, device);
  return manifest;
}

}  // namespace

bool is_toml(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // some editors write this mark
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    const auto after_key = line.find_first_of(" \t=:", begin);
    const auto sign = after_key == std::string_view::npos ? after_key : line.find_first_not_of(" \t", after_key);
    return line[begin] == '[' || (sign != std::string_view::npos && line[sign] == '=');
  }
  return false;
}

Manifest read_manifest(const std::filesystem::path& file, std::string& device) {
  const std::string content = text_of(file);
  Manifest manifest = read_for(file, content, device);
  if (device.empty() && manifest.devices.size() == 1) {
    device = manifest.devices.front();
    manifest = read_for(file, content, device);
  }
  return manifest;
}

}  // namespace replay
