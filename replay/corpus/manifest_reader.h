// The readers of the formats of manifests: manifest_yaml.cc and manifest_toml.cc. Each fills a manifest whose file and
// content are known, with what it says of one device.
#pragma once

#include <string>
#include <string_view>

#include "replay/corpus/manifest.h"

namespace replay {

// Whether a text is TOML: its first line that says something begins with a table, "[traces_db]", or with "key =".
bool is_toml(std::string_view text);

// These throw CannotJudge, which names the file and the line.
void read_yaml_manifest(Manifest& manifest, const std::string& device);
void read_toml_manifest(Manifest& manifest, const std::string& device);

}  // namespace replay
